import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../accessible.ts';
import { find, historyWindow, openPanel, panel, popup, row, searchBox, table } from '../device-screen.ts';
import { chooseFromUserMenu, expect, REFUSED_CALL, signIn, test } from '../test.ts';

test.describe.configure({ mode: 'parallel' });

async function searchFor(page: Page, text: string, found: string | RegExp): Promise<void> {
  await searchBox(page).fill(text);
  await expect(page.getByRole('search').getByText(found)).toBeVisible();
}

/** Screens that anybody can open. */
const ENTRIES = ['/login', '/reset', '/set-password#token=x', '/authenticated', '/nowhere'];

test('the screens before the sign-in are accessible', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  for (const address of ENTRIES) {
    await page.goto(address);
    await expect(page.getByRole('heading').or(page.getByRole('button')).first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('the map, the menu, every panel and dialog of an admin are accessible', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  for (const entry of ['Pig Run Manager', 'Broadcast Commands', 'User Manager', 'Messages', 'Audit Log', 'Notifications / SMS Opt-in', 'Change Password']) {
    await chooseFromUserMenu(page, entry);
    await expect(page.getByRole('dialog').or(page.getByRole('complementary', { name: entry, exact: true })).first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('complementary', { name: entry, exact: true }))).toHaveCount(0);
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('devices are accessible: table, popup, panel, layers, history', async ({ page, site }) => {
  const device = await site.addDevice(340_001, { lat: 36.1, lon: -96.2 });
  await device.connect();
  await signIn(page, 'admin');
  await find(page, 340_001);
  await expect(popup(page, 340_001)).toBeVisible();
  await device.passage();
  await expect(row(page, 340_001)).toContainText('Passage');
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

test('the dialogs for adding and removing devices and the user management are accessible', async ({ page, site }) => {
  await signIn(page, 'superadmin');
  await table(page).getByRole('button', { name: 'Add Device' }).click();
  const form = page.getByRole('dialog', { name: 'Add Device' });
  await form.getByRole('button', { name: 'Add Device' }).click();
  await expect(form.getByText('Invalid UID')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await form.getByLabel('Device UID').fill('340101');
  await form.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Demo Pipelines' }).click();
  await form.getByRole('button', { name: 'Add Device' }).click();
  const credential = page.getByRole('dialog', { name: 'Device credential' });
  await expect(credential.getByLabel('Client id', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await credential.getByRole('button', { name: 'I have copied it' }).click();
  await expect(credential).toBeHidden();
  await table(page).getByRole('button', { name: 'Remove Device' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Device', exact: true });
  await removal.getByLabel('Device UID').fill('340101');
  await removal.getByRole('button', { name: 'Remove Device' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove device 340101?' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await site.removeDevices();

  await page.goto('/users');
  await expect(page.getByText('No Group Selected')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByText('Demo Pipelines').click();
  await expect(page.getByText('Dana Reyes')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing is wider than the screen, and panels are sheets', async ({ page }) => {
    const expectNoOverflow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.goto('/login');
    await expectNoOverflow();
    await signIn(page, 'admin');
    await expectNoOverflow();
    await chooseFromUserMenu(page, 'Pig Run Manager');
    const sheet = await page.getByRole('region', { name: 'Pig Run Manager' }).or(page.getByRole('complementary', { name: 'Pig Run Manager' })).first().boundingBox();
    expect(sheet?.width).toBe(390);
    expect(sheet?.y).toBeGreaterThan(300);
    await expectAccessible(page);
  });

  test('a device is found, shown in short and in full', async ({ page, site }) => {
    await site.registerDevice({ uid: 340_201, lat: 36.1, lon: -96.2 });
    await signIn(page, 'admin');
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
