import type { Page } from '@playwright/test';
import { openPanel, panel, row, table } from '../device-screen.ts';
import { chooseFromUserMenu, expect, expectLive, openAs, test } from '../test.ts';

// Contents of the one screen with the map, per role.

test.use({ drawsMap: false });

const drawer = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test.afterEach(({ site }) => site.removeDevices());

test('[B-004, L-030, L-031, L-054] manager and editor replace device info and device table and have no address', async ({
  site,
  page,
}) => {
  await site.addDevice(350_901, { lat: 36.1, lon: -96.2 });
  await openAs(page, 'admin');
  await row(page, 350_901).click();
  await openPanel(page);
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await expect(drawer(page, 'Pig Run Manager')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(table(page)).toHaveCount(0);
  await drawer(page, 'Pig Run Manager').getByRole('button', { name: 'New Pig Run' }).click();
  await expect(drawer(page, 'Pig Run Editor')).toBeVisible();
  await expect(drawer(page, 'Pig Run Manager')).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await expect(table(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/');
  await chooseFromUserMenu(page, 'Broadcast Commands');
  await drawer(page, 'Broadcast Commands').getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page, 'Pig Run Manager')).toBeVisible();
  await expect(drawer(page, 'Broadcast Commands')).toHaveCount(0);
});

test('[L-039, L-046, L-049, L-055] history, chart, stream, commands, notifications and users are windows over the map, at no address of their own', async ({
  site,
  page,
}) => {
  const device = await site.addDevice(350_902, { lat: 36.1, lon: -96.2 });
  await device.connect();
  await device.passage();
  await openAs(page, 'admin');
  // A console that does not listen yet misses the device's answer.
  await expectLive(page);
  await row(page, 350_902).click();
  await openPanel(page);
  for (const [button, name] of [
    ['Historic Data', /AGM 350902/],
    ['Passage chart', /^Detection Count/],
    ['Commands', /^Queue Commands/],
    ['Listen', /^AGM 350902, Realtime Streamer/],
  ] as const) {
    await panel(page).getByRole('button', { name: button, exact: true }).click();
    await expect(dialog(page, name)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    // A stream closed before the console knows of the device's answer withdraws a command that the device has accepted.
    if (button === 'Listen') await expect(dialog(page, name)).toContainText('The device has accepted StreamEnable.');
    await dialog(page, name).getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog(page, name)).toHaveCount(0);
  }
  for (const [entry, name] of [
    ['Notifications / SMS Opt-in', 'Notification Settings'],
    ['User Manager', 'User Manager'],
  ] as const) {
    await chooseFromUserMenu(page, entry);
    await expect(dialog(page, name)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toHaveCount(0);
  }
});

for (const who of ['viewer', 'admin', 'superadmin'] as const) {
  test(`[L-057, L-064] device info is for everybody, commands are only for admins: the ${who}`, async ({
    site,
    page,
  }) => {
    await site.addDevice(350_903, { lat: 36.1, lon: -96.2 });
    await site.follow([350_903]);
    await openAs(page, who);
    await row(page, 350_903).click();
    await openPanel(page);
    await expect(panel(page)).toContainText('350903');
    await expect(panel(page).getByRole('button', { name: 'Historic Data' })).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Commands', exact: true })).toHaveCount(
      who === 'viewer' ? 0 : 1,
    );
    // Closes the page before its device is removed.
    await page.close();
  });
}
