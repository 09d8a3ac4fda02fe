import type { Page } from '@playwright/test';
import { find, openPanel, panel, popup, row, rows, searchBox, table, valueOf } from './device-screen.ts';
import { expectColour, findOnScreen, readColour, shift, type Camera, type Place } from './map-camera.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';

// Real devices of the simulator on real links: what they do is seen on the map of an admin, who never reloads.

const PLACE: Place = { lat: 36.1, lon: -96.2 };
const DEVICE_ZOOM = 15;
/** The fill of an online device's icon. */
const ONLINE = [0x24, 0xca, 0x80] as const;
const ALARM = [0xf7, 0x20, 0x3e] as const;
/** From the icon's middle to the middle of its alarm badge, and of the plate with its detection count, left of the number. */
const BADGE = { x: 11, y: -4 } as const;
const PLATE = { x: -8, y: 22 } as const;

/** A device that is found lands in the middle of what search, panel and table leave of the map. */
function cameraOn(place: Place, { hasPanel }: { readonly hasPanel: boolean }): Camera {
  const [search, tableHeight, drawer] = [48, 236, hasPanel ? 380 : 0];
  return { middle: shift(place, -drawer / 2, (tableHeight - search) / 2, DEVICE_ZOOM), zoom: DEVICE_ZOOM };
}

const toText = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const openConsole = shareConsoles();
let page: Page;

test.beforeEach(async () => {
  page = await openConsole('admin');
});

test.afterEach(async ({ site }) => {
  await site.removeDevices();
  await expect(table(page)).toContainText('No devices found');
  if (await panel(page).isVisible()) await panel(page).getByRole('button', { name: 'Close' }).click();
});

test('[M-042, M-043, M-044, M-045] a device is found by its uid, selected and zoomed to; an empty search selects nothing', async ({
  site,
}) => {
  await site.registerDevice({ uid: 300_101, ...PLACE });
  await site.registerDevice({ uid: 300_102, ...shift(PLACE, 300, 0, DEVICE_ZOOM) });
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('77');
  await expect(page.getByRole('search').getByText('No results')).toBeVisible();
  await searchBox(page).fill('3001');
  await expect(page.getByRole('option')).toHaveText([/^300101/, /^300102/]);
  // The list marks its first option a moment after it is there.
  await expect(page.getByRole('option').first()).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(popup(page, 300_102)).toContainText('Offline');
  await expect(row(page, 300_102)).toHaveAttribute('aria-selected', 'true');
  await searchBox(page).fill('3001');
  await page.getByRole('option', { name: /^300101/ }).click();
  await expect(popup(page, 300_101)).toBeVisible();
  const other = await findOnScreen(page, shift(PLACE, 300, 0, DEVICE_ZOOM), cameraOn(PLACE, { hasPanel: false }));
  await page.mouse.click(other.x, other.y);
  await expect(popup(page, 300_102)).toBeVisible();

  await find(page, 300_101);
  await page.getByRole('search').getByRole('button', { name: 'Clear' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(popup(page, 300_101)).toHaveCount(0);
  await expect(rows(page).and(page.locator('[aria-selected=true]'))).toHaveCount(0);
});

test(
  '[V-018, V-027, D-003, D-004, D-008] a heartbeat moves everything it tells of, but 0/0 is no place',
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

test(
  '[V-019, D-001, D-002, M-023, M-025] a device goes offline and returns: table, map, panel and popup say so',
  { tag: '@smoke' },
  async ({ site }) => {
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
  },
);

test('[V-020, M-027, M-028, M-029, L-007] a passage rings until somebody looks', async ({ site }) => {
  const device = await site.addDevice(300_401, { product: 'AGM10', ...PLACE });
  await device.connect();
  await site.registerDevice({ uid: 300_402 });
  await find(page, 300_401);
  const { x, y } = await findOnScreen(page, PLACE, cameraOn(PLACE, { hasPanel: false }));
  const ring = { x: x + 13, y: y + 13 };
  const [badge, plate] = [
    { x: x + BADGE.x, y: y + BADGE.y },
    { x: x + PLATE.x, y: y + PLATE.y },
  ];
  const readRing = async () => Math.max(...(await readColour(page, ring)));
  await page.keyboard.press('Escape');
  await expect.poll(readRing).toBeGreaterThan(140);
  await openPanel(page);
  await find(page, 300_402);
  await expect.poll(readRing).toBeLessThan(100);
  const ground = await readColour(page, plate);

  const passage = await device.passage();
  await expect(row(page, 300_401)).toContainText('Passage');
  await expectColour(page, badge, ALARM);
  await expect.poll(() => readColour(page, plate)).not.toEqual(ground);
  await expect(row(page, 300_402)).not.toContainText('Passage');

  await row(page, 300_401).click();
  await expect(panel(page).getByText(toText(passage?.t ?? 0))).toBeVisible();
  await expect(row(page, 300_401)).not.toContainText('Passage');
  for (const name of ['Online', /^Battery /, /^Signal -/])
    await expect(panel(page).getByRole('img', { name })).toBeVisible();
  await expect(valueOf(panel(page), 'Heartbeat')).toContainText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Active');
  await expect(valueOf(panel(page), 'Record mode')).toHaveText('On');
  await expect(panel(page).getByRole('table', { name: 'Detectors' })).toContainText('22 Hz');
  await find(page, 300_401);
  const seen = await findOnScreen(page, PLACE, cameraOn(PLACE, { hasPanel: true }));
  await expectColour(page, seen, ONLINE);
  await expect.poll(() => readColour(page, { x: seen.x + BADGE.x, y: seen.y + BADGE.y })).not.toEqual(ALARM);
});
