import type { Page } from '@playwright/test';
import { ALARM, BADGE, cameraOn, DEVICE_ZOOM, ONLINE, PLACE, PLATE } from '../device-map.ts';
import { find, openPanel, panel, popup, row, rows, searchBox, table, valueOf } from '../device-screen.ts';
import { expectColour, findOnScreen, readColour, shift } from '../map-camera.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, test } from '../test.ts';

// Devices on the map of an admin, without reloading. The common cases are in devices.spec.ts.

const toText = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const openConsole = shareConsoles();
let page: Page;

test.beforeEach(async () => {
  page = await openConsole('admin');
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
  await expect(table(page)).toContainText('No devices found');
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
  // The list highlights its first option a moment after it opens.
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

test('[M-027, M-028, M-029, L-007, W-108] a passage of an active run rings until the user looks', async ({ site }) => {
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

  const { runId } = await site.launchRun({ pig: 'RINGS', agms: [300_401], launchAt: minutesAgo(10) });
  await expect(page.getByRole('region', { name: `Run ${runId}, RINGS` })).toBeVisible();
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
  // The device's card takes room from the map.
  await site.call('DELETE', `/pigrun/${runId}`);
  await expect(page.getByRole('region', { name: `Run ${runId}, RINGS` })).toHaveCount(0);
  await find(page, 300_401);
  const seen = await findOnScreen(page, PLACE, cameraOn(PLACE, { hasPanel: true }));
  await expectColour(page, seen, ONLINE);
  await expect.poll(() => readColour(page, { x: seen.x + BADGE.x, y: seen.y + BADGE.y })).not.toEqual(ALARM);
});
