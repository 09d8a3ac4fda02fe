import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

// Whether a screen can be used by everybody, as far as a machine can tell.

type Theme = 'dark' | 'light';

/** Half-way through a fade a colour is not what it will be. */
async function waitForFades(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const fades = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fades.map(({ finished }) => finished));
  });
}

async function listViolations(page: Page): Promise<string[]> {
  await waitForFades(page);
  // Our pages have no frames: one run in the page itself finds everything.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

/** A toast that begins to go while it is looked at is looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => listViolations(page)).toEqual([]);
}

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');

/** In the theme that is shown, then in the other one, which stays. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  const other: Theme = (await themeOf(page)) === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(page.locator('html')).toHaveAttribute('data-theme', other);
  await expectAccessible(page);
}
