import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import type { Site } from '../site.ts';
import { expect } from '../test.ts';
import { listCovered, listFaults, listFaultsOfWidth } from './faults.ts';

/** Called at each point of a walk where the screen is checked. */
export type Look = (name: string) => Promise<void>;

/** A walk through screens, windows and dialogs with a check at each. */
export type Walk = (page: Page, site: Site, look: Look) => Promise<void>;

type Size = Parameters<Page['setViewportSize']>[0];

const FOLDER = path.resolve(import.meta.dirname, '../../test-results/screens');
const PHONE = { width: 390, height: 844 } as const;
const SMALLEST_PHONE = { width: 320, height: 844 } as const;

export const keep = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' });

/** Checks that a focused element looks different from an unfocused one. */
function isFocusSeen(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return true;
  const { parentElement: parent, nextElementSibling: next } = focused;
  /** The focus mark may be on the field around the element, or on a label beside it. */
  const places = [focused, parent, parent?.parentElement, next].filter((place) => place instanceof Element);
  const read = () =>
    places.map((place) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(place);
      return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor].join();
    });
  const before = read().join('|');
  focused.blur();
  const after = read().join('|');
  focused.focus();
  return before !== after;
}

async function expectFocusSeen(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(isFocusSeen),
    `focus is seen on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 140))}`,
  ).toBe(true);
}

async function show(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Checks a desktop window in both themes, and returns to the dark one. */
export const lookAtDesk =
  (page: Page): Look =>
  async (name) => {
    await expect.poll(() => listFaults(page, 'mouse'), name).toEqual([]);
    await expectAccessible(page);
    await keep(page, `${name}-dark`);
    await show(page, 'light');
    await expectAccessible(page);
    await keep(page, `${name}-light`);
    await show(page, 'dark');
    await expectFocusSeen(page);
  };

/** Checks a window in each of these sizes, in the dark theme, and returns to the first one. */
export const lookInWindows =
  (page: Page, sizes: readonly [Size, ...Size[]]): Look =>
  async (name) => {
    for (const size of sizes) {
      const inSize = `${name}-${size.width}x${size.height}`;
      await page.setViewportSize(size);
      await expect.poll(() => listFaults(page, 'mouse'), inSize).toEqual([]);
      await expect.poll(() => listCovered(page), inSize).toEqual([]);
      await keep(page, inSize);
    }
    await page.setViewportSize(sizes[0]);
    await expectAccessible(page);
  };

/** Checks a common phone, and that the content fits the smallest one. */
export const lookOnPhone =
  (page: Page): Look =>
  async (name) => {
    await expect.poll(() => listFaults(page, 'finger'), name).toEqual([]);
    await expectAccessible(page);
    await keep(page, `${name}-phone`);
    await page.setViewportSize(SMALLEST_PHONE);
    await expect.poll(() => listFaultsOfWidth(page), `${name}, ${SMALLEST_PHONE.width} px`).toEqual([]);
    await page.setViewportSize(PHONE);
  };
