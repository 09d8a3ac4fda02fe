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
  const found = await Promise.all(violations.map((violation) => describeViolation(page, violation)));
  return found.filter((text) => text !== null);
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

async function describeViolation(page: Page, { id, impact, nodes }: Violation): Promise<string | null> {
  const isCut = async (selector: string) => id === 'target-size' && (await isCutByScrolling(page, selector));
  const cut = await Promise.all(nodes.map(({ target }) => isCut(String(target))));
  const left = nodes.filter((_, place) => !cut[place]);
  return left.length === 0 ? null : `${impact} ${id}: ${left.map(({ html }) => html.slice(0, 120)).join(' | ')}`;
}

/** Axe measures only the visible part of a control that is half scrolled away, under an edge or a sticky footer. */
function isCutByScrolling(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((control) => {
    const LEAST_PX = 24;
    const { left, top, bottom, width, height } = control.getBoundingClientRect();
    if (width < LEAST_PX || height < LEAST_PX) return false;
    const isSticky = (element: Element) => getComputedStyle(element).position === 'sticky';
    const over = [top + 1, bottom - 1].flatMap((y) => document.elementsFromPoint(left + width / 2, y));
    for (let around = control.parentElement; around; around = around.parentElement) {
      const edge = around.getBoundingClientRect();
      if (around.scrollHeight <= around.clientHeight || getComputedStyle(around).overflowY === 'visible') continue;
      if (top < edge.top || bottom > edge.bottom) return true;
      if (over.some((element) => around?.contains(element) && !element.contains(control) && isSticky(element)))
        return true;
    }
    return false;
  });
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
