import type { Page } from '@playwright/test';
import { addGroup, agms, chooseGroup, chosen, dialog, openTab, press, users } from '../administration-screen.ts';
import { expect, signIn, test } from '../test.ts';

test.use({ drawsMap: false });

// Every screen and dialog of the administration on a narrow phone.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function expectNarrow(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  for (const shown of await page.getByRole('dialog').all()) {
    expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  }
}

type Check = (page: Page) => Promise<void>;

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function visitUsers(page: Page, check: Check): Promise<void> {
  await press(chosen(page), 'New User');
  await press(dialog(page, 'New User'), 'Save');
  await expect(page.getByText('Invalid Name')).toBeVisible();
  await check(page);
  await closeDialog(page);
  await users(page).getByRole('button', { name: /^Vic Olsen/ }).click();
  await expect(dialog(page, 'User')).toBeVisible();
  await check(page);
  await press(dialog(page, 'User'), 'Delete');
  await expect(dialog(page, /^Delete Vic/)).toBeVisible();
  await check(page);
  await closeDialog(page);
}

async function visitAgms(page: Page, check: Check): Promise<void> {
  await openTab(page, 'AGMs');
  await expect(agms(page)).toHaveCount(2);
  await check(page);
  await agms(page).filter({ hasText: '363001' }).click();
  await expect(dialog(page, 'AGM')).toBeVisible();
  await check(page);
  await press(dialog(page, 'AGM'), 'Edit');
  await expect(dialog(page, 'Edit AGM')).toBeVisible();
  await dialog(page, 'Edit AGM').getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Screen Lines' }).click();
  await expect(page.getByText(/^Moved to Screen Lines/)).toBeVisible();
  await check(page);
  await closeDialog(page);
  await press(chosen(page), 'Import');
  await expect(dialog(page, 'Import AGMs')).toBeVisible();
  for (const [csv, table] of [['x,y\n1,2', 'Problems'], ['363101,36.1234567,-96.1234567,300234010753378', 'AGMs to be added']] as const) {
    await page.getByLabel('CSV file').setInputFiles({ name: 'agms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByRole('table', { name: table })).toBeVisible();
    await check(page);
  }
  await press(dialog(page, 'Import AGMs'), 'Import 1 AGM');
  await expect(dialog(page, 'Device credentials')).toBeVisible();
  await check(page);
  await press(dialog(page, 'Device credentials'), 'Done');
  await press(dialog(page, 'Close without the credentials?'), 'Confirm');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.beforeAll(({ site }) => addGroup(site, 'Screen Lines'));
test.beforeEach(async ({ site }) => {
  await site.registerDevice({ uid: 363_001, lat: 36.1, lon: -96.2, imei: '300234010753377' });
  await site.registerDevice({ uid: 363_002 });
  await site.call('DELETE', '/admin/apexagm/363002/credential');
});
test.afterEach(({ site }) => site.removeDevices());

test.describe('on a phone 320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('nothing is wider than the screen; the groups give way to what was chosen, and come back', async ({ page }) => {
    await signIn(page, 'superadmin');
    await page.goto('/users');
    await expect(page.getByRole('list', { name: 'Groups' })).toBeVisible();
    await expectNarrow(page);
    await chooseGroup(page, 'Demo Pipelines');
    await expect(page.getByRole('list', { name: 'Groups' })).toBeHidden();
    await visitUsers(page, expectNarrow);
    await visitAgms(page, expectNarrow);
    await openTab(page, 'Group Info');
    await expectNarrow(page);
    await press(chosen(page), 'All groups');
    await expect(page.getByRole('list', { name: 'Groups' })).toBeVisible();
  });
});
