import type { Page } from '@playwright/test';
import { cameraOn, DEVICE_ZOOM, ONLINE, PLACE } from './device-map.ts';
import { find, openPanel, panel, popup, row, table, valueOf } from './device-screen.ts';
import { expectColour, findOnScreen, readColour, shift } from './map-camera.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';

// Simulated devices on real links. An admin sees their actions on the map without reloading.

const toText = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const openConsole = shareConsoles();
let page: Page;

test.beforeEach(async () => {
  page = await openConsole('admin');
});

test.afterEach(async ({ site }) => {
  await site.removeDevices();
  await expect(table(page)).toContainText('No devices found');
});

test(
  '[V-018, V-027, D-003, D-004, D-008] a heartbeat updates all its values, but 0/0 is no place',
  { tag: '@firefox' },
  async ({ site }) => {
    const device = await site.addDevice(300_201, { product: 'AGM10', ...PLACE });
    await device.connect();
    await find(page, 300_201);
    await openPanel(page);
    await find(page, 300_201);
    const camera = cameraOn(PLACE, { hasPanel: true });
    await expectColour(page, await findOnScreen(page, PLACE, camera), ONLINE);

    const at = Date.now() + 2000;
    const moved = shift(PLACE, 120, 60, DEVICE_ZOOM);
    await device.heartbeat({ t: at, battery: 9100, signalStrength: 72, ...moved });
    await expect(panel(page).getByRole('img', { name: 'Battery full, 9.10 V' })).toBeVisible();
    await expect(panel(page).getByRole('img', { name: 'Signal -72 dBm, 5 of 5 bars' })).toBeVisible();
    await expect(valueOf(panel(page), 'Heartbeat')).toContainText(toText(at));
    await expectColour(page, await findOnScreen(page, moved, camera), ONLINE);
    const before = await findOnScreen(page, PLACE, camera);
    await expect.poll(() => readColour(page, before)).not.toEqual(ONLINE);

    await device.heartbeat({ t: at + 2000, battery: 7800, signalStrength: 104, lat: 0, lon: 0 });
    await expect(panel(page).getByRole('img', { name: 'Battery 40%, 7.80 V' })).toBeVisible();
    await expect(panel(page).getByRole('img', { name: 'Signal -104 dBm, 2 of 5 bars' })).toBeVisible();
    await expect(valueOf(panel(page), 'Heartbeat')).toContainText(toText(at + 2000));
    await expectColour(page, await findOnScreen(page, moved, camera), ONLINE);
  },
);

test('[V-019, D-001, D-002, M-023, M-025] a device goes offline and returns: table, map, panel and popup say so', async ({
  site,
}) => {
  const device = await site.addDevice(300_301, { product: 'AGM10', ...PLACE });
  await device.connect();
  await find(page, 300_301);
  await expect(popup(page, 300_301)).toContainText('Online');
  await popup(page, 300_301).getByRole('button', { name: 'Device info' }).click();
  await expect(popup(page, 300_301)).toHaveCount(0);
  await find(page, 300_301);
  await expect(panel(page).getByRole('heading', { name: '300301' })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: 'Online' })).toBeVisible();
  await expect(popup(page, 300_301)).toHaveCount(0);
  const middle = await findOnScreen(page, PLACE, cameraOn(PLACE, { hasPanel: true }));
  await expectColour(page, middle, ONLINE);

  device.cut();
  await expect(row(page, 300_301)).toContainText('Offline');
  await expect(panel(page).getByRole('img', { name: 'Offline' })).toBeVisible();
  await expect.poll(() => readColour(page, middle)).not.toEqual(ONLINE);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(popup(page, 300_301)).toContainText('Offline');

  await device.connect();
  await expect(row(page, 300_301)).toContainText('Online');
  await expect(popup(page, 300_301)).toContainText('Online');
  await expectColour(page, middle, ONLINE);
});

test('[W-212] the map moves a device that was selected before its panel opens out from under it', async ({ site }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const device = await site.addDevice(300_302, { product: 'AGM10', ...PLACE });
  await device.connect();
  await find(page, 300_302);
  await expectColour(page, await findOnScreen(page, PLACE, cameraOn(PLACE, { hasPanel: false })), ONLINE);
  await openPanel(page);
  await expectColour(page, await findOnScreen(page, PLACE, cameraOn(PLACE, { hasPanel: true })), ONLINE);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
});
