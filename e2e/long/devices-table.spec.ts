import type { Page } from '@playwright/test';
import { popup, row, rows, searchBox, table } from '../device-screen.ts';
import { expectDeviceAt, shift } from '../map-camera.ts';
import { expect, openAs, test } from '../test.ts';
import { stopClock } from '../stop-clock.ts';

const FIRST = 310_001;
const COUNT = 20;
const PLACE = { lat: 36.1, lon: -96.2 };
const SEARCH_HEIGHT = 48;

let page: Page;

test.beforeAll(async ({ browser, site }) => {
  for (let at = 0; at < COUNT; at++) await site.registerDevice({ uid: FIRST + at, ...shift(PLACE, 300 * at, 0, 15) });
  page = await (await browser.newContext()).newPage();
  await openAs(page, 'admin');
});

test.afterAll(async ({ site }) => {
  await page.context().close();
  await site.removeDevices();
});

test('[D-046, L-012, M-024] a click or the keyboard selects any row and zooms to its device', async () => {
  await row(page, FIRST + 3).click();
  await expect(row(page, FIRST + 3)).toHaveAttribute('aria-selected', 'true');
  await expect(popup(page, FIRST + 3)).toBeVisible();
  const here = shift(PLACE, 900, 0, 15);
  const camera = { middle: shift(here, 0, -SEARCH_HEIGHT / 2, 15), zoom: 15 };
  await expectDeviceAt(page, FIRST + 2, shift(here, -300, 0, 15), camera);
  await expectDeviceAt(page, FIRST + 4, shift(here, 300, 0, 15), camera);

  await row(page, FIRST + 4).focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, FIRST + 5)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(row(page, FIRST + 13)).toHaveAttribute('aria-selected', 'true');
  await expect(popup(page, FIRST + 13)).toBeVisible();
});

test('[D-039, D-044, M-041] table and map are searched by uid, 300 ms after the last key', async () => {
  const search = table(page).getByLabel('Filter by UID');
  await stopClock(page);
  await search.fill('1');
  await page.clock.runFor(200);
  await search.fill('31001');
  await page.clock.runFor(299);
  await expect(rows(page)).toHaveCount(15);
  await page.clock.runFor(1);
  await expect(rows(page)).toHaveText(Array.from({ length: 10 }, (_, at) => new RegExp(`^${FIRST + 9 + at}`)));
  await search.fill('99');
  await page.clock.runFor(300);
  await expect(table(page)).toContainText('No results');

  const options = page.getByRole('search').getByRole('option');
  await searchBox(page).fill('3');
  await page.clock.runFor(200);
  await searchBox(page).fill('31001');
  await page.clock.runFor(299);
  await expect(options).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(options).toHaveCount(10);
  await expect(options.first()).toContainText(String(FIRST + 9));
});
