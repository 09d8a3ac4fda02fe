import type { Page } from '@playwright/test';
import { find, historyWindow, openPanel, panel, row, table, valueOf } from '../device-screen.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, expectLive, LOST_CONNECTION, REFUSED_CALL, test } from '../test.ts';

// What real devices of the simulator say, as the panel and the table of an admin tell it, who never reloads.

test.use({ drawsMap: false });

const PLACE = { lat: 36.1, lon: -96.2 };

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

test('[V-021, D-017, D-018, D-024, D-026] a settings response changes modes, schedule and detectors', async ({
  site,
}) => {
  const device = await site.addDevice(300_501, PLACE);
  await device.connect();
  await find(page, 300_501);
  await openPanel(page);
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Active');
  await expect(valueOf(panel(page), 'Schedule')).toHaveCount(0);
  await expect(valueOf(panel(page), 'Record mode')).toHaveText('On');
  await expect(valueOf(panel(page), 'Geo mode')).toHaveText('Medium');

  await device.say({
    name: 'settings',
    body: {
      t: Date.now() + 1000,
      id: null,
      recordMode: 2,
      powerMode: 2,
      connectionSchedule: 3,
      geoMode: 3,
      frequency0Setting: 0,
      frequency1Setting: 22,
      frequency2Setting: 33,
      frequency3Setting: 44,
      enable0: 1,
      enable1: 0,
      enable2: 1,
      enable3: 0,
      sensitivity0: 0,
      sensitivity1: 3,
      sensitivity2: 6,
      sensitivity3: 4,
      foldAntDetectorState: 0,
      offlineDownloadState: 0,
      psgState: null,
      psgSize: null,
      streamEnable: 0,
    },
  });
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Low Power');
  await expect(valueOf(panel(page), 'Schedule')).toHaveText('Every 4 hours');
  await expect(valueOf(panel(page), 'Record mode')).toHaveText('Download');
  await expect(valueOf(panel(page), 'Geo mode')).toHaveText('Very High');
  await expect(row(page, 300_501)).toContainText('Low Power');
  const detectors = panel(page).getByRole('table', { name: 'Detectors' }).locator('tbody tr');
  await expect(detectors).toHaveText([
    /^00 HzUltra LowOn$/,
    /^122 HzMediumOff$/,
    /^233 HzUltra HighOn$/,
    /^344 HzHighOff$/,
  ]);
});

test('[V-024, D-009, D-010, D-011, L-037] a change of the cellular network is seen in the panel', async ({ site }) => {
  const device = await site.addDevice(300_502, PLACE);
  await device.connect();
  await find(page, 300_502);
  await openPanel(page);
  await expect(valueOf(panel(page), 'Carrier')).toContainText('Prairie Wireless primary');
  const carrier = {
    primaryCarrier: 'Prairie Wireless',
    activeCarrier: 'High Plains Mobile',
    registrationStatus: 'Registered, roaming',
  };
  await device.say({ name: 'carrier', body: carrier });
  await expect(valueOf(panel(page), 'Carrier')).toHaveText('Prairie Wireless primary, High Plains Mobile active');
  await expect(valueOf(panel(page), 'Registration')).toHaveText('Registered, roaming');
});

test('[V-025, D-012, D-014, D-015, D-016] a disk that fills is told by MB, and red when it should be formatted', async ({
  site,
}) => {
  const device = await site.addDevice(300_503, PLACE);
  await device.connect();
  await find(page, 300_503);
  await openPanel(page);
  const usage = valueOf(panel(page), 'Disk usage');
  const warning = panel(page).getByText('Disk format recommended.', { exact: true });
  const fill = (diskUseMBytes: number, numberOfflineFiles: number, numberOnlineFiles: number, diskSizeMBytes = 4096) =>
    device.say({ name: 'disk', body: { diskUseMBytes, diskSizeMBytes, numberOfflineFiles, numberOnlineFiles } });

  await fill(2048, 500, 500);
  await expect(usage).toContainText('2,048 / 4,096 MB');
  await expect(warning).toHaveCount(0);
  for (const [used, offline, online] of [
    [2049, 0, 0],
    [2047, 501, 0],
    [2046, 0, 501],
  ] as const) {
    await fill(used, offline, online);
    await expect(usage).toContainText(`${used.toLocaleString('en-US')} / 4,096 MB`);
    await expect(warning).toBeVisible();
    const [red = 0, green = 0, blue = 0] = await warning.evaluate(
      (element) => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [],
    );
    expect(red).toBeGreaterThan(1.4 * Math.max(green, blue));
    await fill(100, 0, 0);
    await expect(warning).toHaveCount(0);
  }
  await fill(0, 12, 34, 0);
  await expect(usage).toHaveText('12 offline, 34 online files');
});

test('[V-023, D-005, D-020, D-021, L-004] a satellite device is known by its first message, a newer model by a larger icon', async ({
  site,
}) => {
  const device = await site.addSatelliteDevice(300_601, { product: 'AGM20', ...PLACE });
  await find(page, 300_601);
  await openPanel(page);
  const satellite = panel(page).getByRole('img', { name: 'Iridium satellite link' });
  await expect(panel(page).getByRole('img', { name: 'Offline' })).toBeVisible();
  await expect(satellite).toHaveCount(0);
  await expect(valueOf(panel(page), 'Passage state')).toHaveCount(0);
  await device.heartbeat();
  await expect(satellite).toBeVisible();
  await device.connect();
  await expect(row(page, 300_601)).toContainText('Online, satellite');
  await expect(valueOf(panel(page), 'Passage state')).toHaveText('Detection & GEO');
  await expect(valueOf(panel(page), 'Passage size')).toHaveText('10 sec');

  const older = await site.addSatelliteDevice(300_602, {
    product: 'AGM10',
    settings: { psgState: 0, psgSize: 1 },
    ...PLACE,
  });
  await older.connect();
  await find(page, 300_602);
  await expect(valueOf(panel(page), 'Passage state')).toHaveText('Detection Only');
  await expect(valueOf(panel(page), 'Passage size')).toHaveText('20 sec');
  await expect(panel(page)).toContainText('AGM10');
  const measure = (uid: number) => row(page, uid).locator('img').evaluate(countDots);
  expect(await measure(300_601)).toBeGreaterThan(1.2 * (await measure(300_602)));
});

test('[D-023] the panel of a cellular device has a button to listen, that of a satellite device none', async ({
  site,
}) => {
  const cellular = await site.addDevice(300_611, PLACE);
  const satellite = await site.addSatelliteDevice(300_612, PLACE);
  await cellular.connect();
  await satellite.connect();
  await find(page, 300_611);
  await openPanel(page);
  const listen = panel(page).getByRole('button', { name: 'Listen' });
  await expect(panel(page).getByRole('heading', { name: '300611' })).toBeVisible();
  await expect(listen).toBeVisible();
  await find(page, 300_612);
  await expect(panel(page).getByRole('heading', { name: '300612' })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: 'Iridium satellite link' })).toBeVisible();
  await expect(valueOf(panel(page), 'Stream mode')).toBeVisible();
  await expect(listen).toHaveCount(0);
});

/** How many dots an icon has that can be seen. */
function countDots(element: Element): number {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  context?.drawImage(element as HTMLImageElement, 0, 0, 64, 64);
  const dots = context?.getImageData(0, 0, 64, 64).data ?? [];
  return dots.filter((alpha, index) => index % 4 === 3 && alpha > 128).length;
}

test('[D-027, D-028] an expected wake-up is shown while it is to come, a shutdown while the device is away', async ({
  site,
}) => {
  const device = await site.addDevice(300_701, PLACE);
  await device.connect();
  await find(page, 300_701);
  await openPanel(page);
  const [wakeUp, shutdown] = [valueOf(panel(page), 'Expected wake-up'), valueOf(panel(page), 'Shutdown time')];
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Active');
  await expect(wakeUp).toHaveCount(0);
  const until = Date.now() + 5_400_000;
  await device.say({ name: 'status', body: { online: 0, why: 'sleep', via: 'cell', until, t: Date.now() } });
  await expect(row(page, 300_701)).toContainText('Offline');
  await expect(wakeUp).toContainText(toText(until));
  await expect(wakeUp).toContainText('in 1 h');
  await device.say({
    name: 'status',
    body: { online: 0, why: 'sleep', via: 'cell', until: Date.now() + 1500, t: Date.now() },
  });
  await expect(wakeUp).toHaveCount(0);
  await expect(shutdown).toHaveCount(0);

  const at = Date.now();
  await device.say({ name: 'status', body: { online: 0, why: 'shutdown', via: 'cell', t: at } });
  await expect(shutdown).toContainText(toText(at));
  await device.say({ name: 'status', body: { online: 1, via: 'cell', fw: '10.80', t: Date.now() } });
  await expect(row(page, 300_701)).toContainText('Online');
  await expect(shutdown).toHaveCount(0);
});

test('[D-030, D-032, D-035, V-022] an admin switches auto-download, opens the commands and the history', async ({
  site,
}) => {
  const device = await site.addDevice(300_801, PLACE);
  await device.connect();
  const passage = await device.passage();
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

  const actions = panel(page).getByRole('group', { name: 'Device actions' });
  await expect(actions.getByRole('button')).toHaveText(['Commands', 'Historic Data']);
  await actions.getByRole('button', { name: 'Commands' }).click();
  await expect(historyWindow(page, 300_801)).toContainText('Commands');
  await page.keyboard.press('Escape');
  await expect(historyWindow(page, 300_801)).toHaveCount(0);
  await actions.getByRole('button', { name: 'Historic Data' }).click();
  const history = historyWindow(page, 300_801);
  await expect(history.getByRole('table')).toContainText(toText(passage?.t ?? 0));
  await expect(history.getByRole('status')).toHaveText('1 passage');
  await history.getByText('Heartbeat', { exact: true }).click();
  // The one that follows the passage may still have been on its way when the tab was opened.
  await expect(async () => {
    await history.getByRole('button', { name: 'Refresh' }).click();
    await expect(history.getByRole('status')).toHaveText('2 heartbeats', { timeout: 2000 });
  }).toPass();
  await expect(history.locator('tbody tr')).toHaveCount(2);
  await page.keyboard.press('Escape');
});

test('[V-012] after a time without network the devices are loaded again, and are as they are', async ({
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
