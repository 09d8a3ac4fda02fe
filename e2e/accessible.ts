import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

// Checks accessibility as far as a machine can.

type Theme = 'dark' | 'light';

/** During a fade the colours are not final. */
async function waitForFades(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const fades = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fades.map(({ finished }) => finished));
  });
}

async function listViolations(page: Page): Promise<string[]> {
  await waitForFades(page);
  // Our pages have no frames, so one run in the page itself finds everything.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

/** Checks again when a toast began to fade during the check. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => listViolations(page)).toEqual([]);
}

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');

/** Checks the current theme, then the other one, which stays selected. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  const other: Theme = (await themeOf(page)) === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(page.locator('html')).toHaveAttribute('data-theme', other);
  await expectAccessible(page);
}
