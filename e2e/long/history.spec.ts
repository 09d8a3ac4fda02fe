import type { Locator, Page } from '@playwright/test';
import type { DrivenDevice } from '../../apps/simulator/src/create-virtual-device.ts';
import { find, historyWindow, openPanel, panel, row } from '../device-screen.ts';
import { canvasOf, shift, type Place } from '../map-camera.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, REFUSED_CALL, signIn, test } from '../test.ts';

// The history of a device, and actions on its passages.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PLACE = { lat: 36.1301, lon: -96.0302 };
const startOfToday = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;

const rowsOf = (history: Locator) => history.locator('tbody').getByRole('row');
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const shownCount = (history: Locator) => history.getByRole('status');

async function openHistory(page: Page, uid: number): Promise<Locator> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
  await button(panel(page), 'Historic Data').click();
  await expect(shownCount(historyWindow(page, uid))).toHaveText(/^\d+ passages?$/);
  return historyWindow(page, uid);
}

async function addDevice(site: Site, uid: number): Promise<DrivenDevice> {
  const device = await site.addDevice(uid, { ...PLACE, firmware: '10.71', detectionCount: 100 });
  await device.connect();
  return device;
}

/** Closes the windows first, so that the console requests nothing about removed devices. */
test.afterEach(async ({ site }) => {
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

test('[P-041, P-044, H-017, H-060] an admin verifies and deletes passages, and a viewer sees it', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const uid = 380_201;
  const device = await addDevice(site, uid);
  const { runId } = await site.launchRun({
    markers: [{ name: 'M1', ...PLACE, autoVerify: false }],
    agms: [uid],
    rules: [await site.ruleFor('viewer')],
    launchAt: startOfToday() - 10 * MINUTE_MS,
    lengthM: 100_000,
  });
  for (let at = 1; at <= 3; at++) await device.passage({ at: startOfToday() - at * MINUTE_MS });
  await site.untilRun(runId, ({ passages }) => passages.filter(({ markerName }) => markerName === 'M1').length === 3);
  const [page, other] = [await openConsole('admin'), await openConsole('viewer')];
  const history = await openHistory(page, uid);
  await other.bringToFront();
  const seen = await openHistory(other, uid);
  await expect(rowsOf(seen)).toHaveCount(3);
  const newest = rowsOf(history).first();

  await test.step('a viewer can look and no more', async () => {
    await expect(rowsOf(seen).first()).toContainText('Unverified');
    for (const name of ['Unverified', 'Delete passage', 'CSV']) await expect(button(seen, name)).toHaveCount(0);
  });

  await test.step('verified here is verified there', async () => {
    await page.bringToFront();
    await button(newest, 'Unverified').click();
    await expect(button(newest, 'Verified')).toBeVisible();
    await other.bringToFront();
    await expect(rowsOf(seen).first().getByText('Verified', { exact: true })).toBeVisible();
  });

  await test.step('a refusal is told in a dialog', async () => {
    await page.bringToFront();
    await button(rowsOf(history).nth(1), 'Unverified').click();
    const dialog = page.getByRole('dialog', { name: 'Passage not verified' });
    await expect(dialog).toContainText('Marker has a previously verified passage !');
    await button(dialog, 'Dismiss').click();
    await expect(dialog).toHaveCount(0);
    await expect(button(rowsOf(history).nth(1), 'Unverified')).toBeVisible();
  });

  await test.step('deleted here is gone there', async () => {
    await button(rowsOf(history).nth(2), 'Delete passage').click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this passage?' });
    await button(question, 'Delete').click();
    await expect(question).toHaveCount(0);
    await expect(shownCount(history)).toHaveText('2 passages');
    await other.bringToFront();
    await expect(rowsOf(seen)).toHaveCount(2);
  });
});

/** Half of the ring's size; its centre is the place. */
const RING_PX = 13;

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('the mark has no position');
  return box;
}

async function middleOf(mark: Locator) {
  const { x, y, width, height } = await boxOf(mark);
  return { x: x + width / 2, y: y + height - RING_PX };
}

/** The area between the panel and the right edge of the map. */
async function freeMiddle(page: Page): Promise<number> {
  const [left, map] = [await boxOf(panel(page)), await boxOf(canvasOf(page))];
  return (left.x + left.width + map.x + map.width) / 2;
}

test.describe('with a map', () => {
  test.use({ drawsMap: true, contextOptions: { reducedMotion: 'reduce' } });

  test('[P-018] the map marks the place of a passage for a while, at zoom 16, in the free part of the map', async ({
    site,
    page,
  }) => {
    const [uid, neighbour] = [380_301, 380_302];
    const device = await addDevice(site, uid);
    await device.passage();
    const { passageEventList } = await site.call<{ passageEventList: Place[] }>(
      'GET',
      `/apexagm/${uid}/getPassageHistoricData`,
    );
    const [passed = PLACE] = passageEventList;
    await site.registerDevice({ uid: neighbour, ...shift(passed, 150, 0, 16) });
    await signIn(page, 'admin');
    const history = await openHistory(page, uid);
    await button(rowsOf(history), 'Show location').click();
    const mark = page.getByRole('img', { name: /^Passage \d{4}-/ });
    await expect.poll(async () => Math.round((await middleOf(mark)).x)).toBe(Math.round(await freeMiddle(page)));
    const { x, y } = await middleOf(mark);
    await expect(async () => {
      await page.mouse.click(x + 150, y);
      await expect(row(page, neighbour)).toHaveAttribute('aria-selected', 'true', { timeout: 2000 });
    }).toPass();
    await expect(mark).toHaveCount(0);
  });
});
