import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../accessible.ts';
import { find, historyWindow, openPanel, panel, popup, row, searchBox, table } from '../device-screen.ts';
import { chooseFromUserMenu, expect, openAs, test } from '../test.ts';

test.describe.configure({ mode: 'parallel' });

async function searchFor(page: Page, text: string, found: string | RegExp): Promise<void> {
  await searchBox(page).fill(text);
  await expect(page.getByRole('search').getByText(found)).toBeVisible();
}

test('devices are accessible: table, popup, panel, layers, history', async ({ page, site }) => {
  const device = await site.addDevice(340_001, { lat: 36.1, lon: -96.2 });
  await device.connect();
  await openAs(page, 'admin');
  await find(page, 340_001);
  await expect(popup(page, 340_001)).toBeVisible();
  await device.passage();
  await table(page).getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await searchFor(page, '34', /^340001/);
  await expectAccessibleInBothThemes(page);
  await searchFor(page, '77', 'No results');
  await openPanel(page);
  await page.getByRole('button', { name: 'Map layers' }).click();
  await expect(page.getByRole('radio', { name: 'Streets' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Historic Data' }).click();
  await expect(historyWindow(page, 340_001).getByText(/^\d+ passages?$/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel(page).getByRole('button', { name: 'Passage chart' }).click();
  const chart = page.getByRole('dialog', { name: /^Detection Count/ });
  await chart.getByText('All', { exact: true }).click();
  await chart.getByRole('button', { name: 'Edit time' }).click();
  await expect(chart.getByText(/^Click where the passage was/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await site.removeDevices();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("no page is wider than a phone's screen, and panels are sheets", async ({ page }) => {
    const expectNoOverflow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.goto('/login');
    await expectNoOverflow();
    await openAs(page, 'admin');
    await expectNoOverflow();
    await chooseFromUserMenu(page, 'Pig Run Manager');
    const sheet = await page
      .getByRole('region', { name: 'Pig Run Manager' })
      .or(page.getByRole('complementary', { name: 'Pig Run Manager' }))
      .first()
      .boundingBox();
    expect(sheet?.width).toBe(390);
    expect(sheet?.y).toBeGreaterThan(300);
    await expectAccessible(page);
  });

  test('a device is accessible in search, popup and panel', async ({ page, site }) => {
    await site.registerDevice({ uid: 340_201, lat: 36.1, lon: -96.2 });
    await openAs(page, 'admin');
    await page.getByRole('button', { name: 'Open Devices' }).tap();
    await expect(row(page, 340_201)).toBeVisible();
    await row(page, 340_201).tap();
    await page.getByRole('button', { name: 'Close Devices' }).tap();
    await expect(popup(page, 340_201)).toBeVisible();
    await expectAccessible(page);
    await popup(page, 340_201).getByRole('button', { name: 'Device info' }).tap();
    const sheet = page.getByRole('region', { name: 'Device info' });
    await expect(sheet.getByRole('heading', { name: '340201' })).toBeVisible();
    await expect(sheet.getByText('Power mode')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await site.removeDevices();
  });
});
