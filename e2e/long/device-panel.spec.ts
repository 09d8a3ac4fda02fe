import type { Page } from '@playwright/test';
import { describeSettings, FACTORY_SETTINGS } from '../../apps/simulator/src/device/settings.ts';
import { find, openPanel, panel, row, table, valueOf } from '../device-screen.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, expectLive, LOST_CONNECTION, REFUSED_CALL, test } from '../test.ts';

// Data of simulated devices in the panel and table of an admin, without reloading.

test.use({ drawsMap: false });

const PLACE = { lat: 36.1, lon: -96.2 };

const openConsole = shareConsoles();
let page: Page;

test.beforeEach(async () => {
  page = await openConsole('admin');
});

test.afterEach(async ({ site }) => {
  await site.removeDevices();
  await expect(table(page)).toContainText('No devices found');
});

test('[V-021, V-024, V-025, L-037] settings, network and disk that a device reports change in its panel', async ({
  site,
}) => {
  const device = await site.addDevice(300_501, PLACE);
  await device.connect();
  await find(page, 300_501);
  await openPanel(page);
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Active');
  const settings = { ...FACTORY_SETTINGS, powerMode: 2, schedule: 3, geoMode: 3 };
  await device.say({
    name: 'settings',
    body: { t: Date.now() + 1000, id: null, ...describeSettings(settings, false, false) },
  });
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Low Power');
  await expect(valueOf(panel(page), 'Schedule')).toHaveText('Every 4 hours');
  await expect(valueOf(panel(page), 'Geo mode')).toHaveText('Very High');
  await expect(row(page, 300_501)).toContainText('Low Power');

  await expect(valueOf(panel(page), 'Carrier')).toContainText('Prairie Wireless primary');
  const carrier = {
    primaryCarrier: 'Prairie Wireless',
    activeCarrier: 'High Plains Mobile',
    registrationStatus: 'Registered, roaming',
  };
  await device.say({ name: 'carrier', body: carrier });
  await expect(valueOf(panel(page), 'Carrier')).toHaveText('Prairie Wireless primary, High Plains Mobile active');

  const warning = panel(page).getByText('Disk format recommended.', { exact: true });
  const fill = (diskUseMBytes: number) =>
    device.say({
      name: 'disk',
      body: { diskUseMBytes, diskSizeMBytes: 4096, numberOfflineFiles: 0, numberOnlineFiles: 0 },
    });
  await fill(2049);
  await expect(valueOf(panel(page), 'Disk usage')).toContainText('2,049 / 4,096 MB');
  await expect(warning).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await warning.evaluate(
    (element) => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [],
  );
  expect(red).toBeGreaterThan(1.4 * Math.max(green, blue));
  await fill(100);
  await expect(warning).toHaveCount(0);
});

test('[V-023, L-004] a satellite device appears after its first message, a newer model with a larger icon', async ({
  site,
}) => {
  const device = await site.addSatelliteDevice(300_601, { product: 'AGM20', ...PLACE });
  await find(page, 300_601);
  await openPanel(page);
  const satellite = panel(page).getByRole('img', { name: 'Iridium satellite link' });
  await expect(panel(page).getByRole('img', { name: 'Offline' })).toBeVisible();
  await expect(satellite).toHaveCount(0);
  await device.heartbeat();
  await expect(satellite).toBeVisible();
  await device.connect();
  await expect(row(page, 300_601)).toContainText('Online, satellite');

  const older = await site.addSatelliteDevice(300_602, { product: 'AGM10', ...PLACE });
  await older.connect();
  await find(page, 300_602);
  await expect(panel(page)).toContainText('AGM10');
  const measure = (uid: number) => row(page, uid).locator('img').evaluate(countDots);
  expect(await measure(300_601)).toBeGreaterThan(1.2 * (await measure(300_602)));
});

/** Number of visible dots of an icon. */
function countDots(element: Element): number {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  context?.drawImage(element as HTMLImageElement, 0, 0, 64, 64);
  const dots = context?.getImageData(0, 0, 64, 64).data ?? [];
  return dots.filter((alpha, index) => index % 4 === 3 && alpha > 128).length;
}

test('[V-022] auto-download switched in one tab is switched in the other', async ({ site }) => {
  const device = await site.addDevice(300_801, PLACE);
  await device.connect();
  await find(page, 300_801);
  await openPanel(page);
  const other = await page.context().newPage();
  await other.goto('/');
  await expectLive(other);
  await find(other, 300_801);
  await openPanel(other);
  const seen = panel(other).getByRole('switch', { name: 'Auto-download' });
  await expect(seen).not.toBeChecked();

  const toggle = panel(page).getByRole('switch', { name: 'Auto-download' });
  await page.bringToFront();
  await panel(page).getByText('Auto-download').click();
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
  await expect(toggle).toBeChecked();
  await other.bringToFront();
  await expect(seen).toBeChecked();
  await other.close();
});

test('[V-012] the device list is loaded again after a time without network, and is current', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  const device = await site.addDevice(300_901, PLACE);
  await device.connect();
  await device.heartbeat({ t: Date.now() + 2000, battery: 9100 });
  await find(page, 300_901);
  await openPanel(page);
  await expect(panel(page).getByRole('img', { name: 'Battery full, 9.10 V' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
  await expect(panel(page).getByRole('switch', { name: 'Auto-download' })).toBeDisabled();
  await device.heartbeat({ t: Date.now() + 6000, battery: 7200 });
  await site.registerDevice({ uid: 300_902 });
  const loaded = page.waitForResponse((response) => response.url().endsWith('/api/apexagm'));
  await page.context().setOffline(false);
  await loaded;
  await expectLive(page);
  await expect(panel(page).getByRole('img', { name: 'Battery 20%, 7.20 V' })).toBeVisible();
  await expect(row(page, 300_902)).toBeVisible();
});
