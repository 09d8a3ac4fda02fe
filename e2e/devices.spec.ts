import type { Page } from '@playwright/test';
import { chooseFromUserMenu, expect, expectLive, LOST_CONNECTION, signIn, test } from './test.ts';

// Real devices of the simulator on a real link: what they do is seen in the console without a reload.

/** The field over the map. */
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Device UID' });
const popup = (page: Page, uid: number) => page.getByRole('region', { name: `Device ${uid}` });
const table = (page: Page) => page.getByRole('region', { name: 'Devices' });

async function find(page: Page, uid: number): Promise<void> {
  await searchBox(page).fill(String(uid));
  await page.getByRole('option', { name: new RegExp(`^${uid}`) }).click();
}

test('[M-041] [M-044] a device is found by its uid, selected, and its popup says what it last said', async ({ page, site }) => {
  const device = await site.addDevice(300_101, { lat: 36.1, lon: -96.2, batteryMv: 8700 });
  await device.connect();
  await signIn(page, 'admin');
  await searchBox(page).fill('3001');
  await expect(page.getByRole('option', { name: /^300101/ })).toBeVisible();
  await find(page, 300_101);
  await expect(popup(page, 300_101)).toContainText('Online');
  await expect(popup(page, 300_101)).toContainText('Active');
  await site.removeDevice(300_101);
});
