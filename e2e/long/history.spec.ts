import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { DrivenDevice } from '../../apps/simulator/src/create-virtual-device.ts';
import { find, historyWindow, openPanel, panel, row } from '../device-screen.ts';
import { canvasOf, shift, type Place } from '../map-camera.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, REFUSED_CALL, signIn, test } from '../test.ts';

// What a device has reported, and what can be done with its passages.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PLACE = { lat: 36.1301, lon: -96.0302 };
const startOfToday = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

const rowsOf = (history: Locator) => history.locator('tbody').getByRole('row');
const head = (history: Locator, label: string) => history.getByRole('columnheader', { name: label, exact: true });
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const shownCount = (history: Locator) => history.getByRole('status');

async function openHistory(page: Page, uid: number): Promise<Locator> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
  await button(panel(page), 'Historic Data').click();
  await expect(shownCount(historyWindow(page, uid))).toHaveText(/^\d+ passages?$/);
  return historyWindow(page, uid);
}

const showTab = (history: Locator, name: string) => history.getByRole('tab', { name, exact: true }).click();

async function addDevice(site: Site, uid: number): Promise<DrivenDevice> {
  const device = await site.addDevice(uid, { ...PLACE, firmware: '10.71', detectionCount: 100 });
  await device.connect();
  return device;
}

/** With its windows closed the console asks for nothing of devices that are gone. */
test.afterEach(async ({ site }) => {
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

/** Two passages of the day before yesterday and 14 of yesterday, counted from 101 on: a page and one more. */
async function addSeenDevice(site: Site, uid: number): Promise<DrivenDevice> {
  const device = await addDevice(site, uid);
  for (const at of [1, 2]) await device.passage({ at: startOfToday() - 2 * DAY_MS + at * MINUTE_MS });
  for (let at = 1; at <= 14; at++) await device.passage({ at: startOfToday() - DAY_MS + at * MINUTE_MS });
  return device;
}

test('[H-001, H-002, H-003, H-004, H-009] four tabs, page by page, sorted, and as new as the device', async ({
  site,
}) => {
  const device = await addSeenDevice(site, 380_101);
  const page = await openConsole('admin');
  let history = await openHistory(page, 380_101);

  await test.step('15 rows a page, newest first', async () => {
    await expect(history.getByRole('tab')).toHaveText(['Passage', 'Heartbeat', 'Device Info', 'Settings']);
    await expect(rowsOf(history)).toHaveCount(15);
    await expect(rowsOf(history).first()).toContainText('116');
    await expect(rowsOf(history).first()).toContainText('Online');
    await expect(head(history, 'Timestamp')).toHaveAttribute('aria-sort', 'descending');
    await button(history, 'Next page').click();
    await expect(rowsOf(history)).toHaveCount(1);
    await expect(rowsOf(history)).toContainText('101');
    await button(head(history, 'Detection Count'), 'Detection Count').click();
    await expect(head(history, 'Detection Count')).toHaveAttribute('aria-sort', 'ascending');
    await expect(rowsOf(history)).toHaveCount(15);
    await expect(rowsOf(history).first()).toContainText('101');
  });

  await test.step('the columns are remembered', async () => {
    await button(history, 'Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Latitude' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Passage ID' }).click();
    await page.keyboard.press('Escape');
    await button(history, 'Close').click();
    history = await openHistory(page, 380_101);
    await expect(head(history, 'Passage ID')).toBeVisible();
    await expect(head(history, 'Latitude')).toHaveCount(0);
  });

  await test.step('a new passage appears by itself on page 1; elsewhere there is a hint; Refresh reads anew', async () => {
    await device.passage();
    await expect(rowsOf(history).first()).toContainText('117');
    await button(history, 'Next page').click();
    await expect(rowsOf(history)).toHaveCount(2);
    await device.passage();
    await button(history, 'New rows').click();
    await expect(rowsOf(history).first()).toContainText('118');
    await site.query('update passages set detection_count = 4711 where uid = $1 and detection_count = 118', [380_101]);
    await button(history, 'Refresh').click();
    await expect(rowsOf(history).first()).toContainText('4711');
  });

  await test.step('heartbeats, device infos and settings in words', async () => {
    await showTab(history, 'Heartbeat');
    await device.heartbeat({
      t: Date.now() + 2000,
      signalStrength: 85,
      battery: 8620,
      powerSupplyState: 1,
      internalAntennaFoldState: 0,
    });
    const beat = rowsOf(history).first();
    for (const words of ['-85 dBm', '8.62 V', 'External', 'Folded in']) await expect(beat).toContainText(words);
    await showTab(history, 'Device Info');
    await expect(rowsOf(history)).toContainText(['10.71']);
    await showTab(history, 'Settings');
    await expect(rowsOf(history)).toContainText(['22 Hz, High, On']);
    await expect(button(history, 'CSV')).toHaveCount(0);
  });
});

/** Meanwhile the database cannot read passages, so the server fails. */
async function withoutPassages(site: Site, run: () => Promise<void>): Promise<void> {
  await site.query('alter table passages rename to passages_away', []);
  try {
    await run();
  } finally {
    await site.query('alter table passages_away rename to passages', []);
  }
}

test('[H-005, H-006, H-007, H-008, E-003] filtered by dates; what does not load is told', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await addSeenDevice(site, 380_102);
  const yesterday = toDay(startOfToday() - DAY_MS);
  const page = await openConsole('admin');
  const history = await openHistory(page, 380_102);

  await test.step('dates that are none are told, both ends belong to the filter', async () => {
    await history.getByLabel('From').fill('2026-02-30');
    await button(history, 'Filter').click();
    await expect(history.getByText('Invalid date')).toBeVisible();
    await expect(shownCount(history)).toHaveText('16 passages');
    await history.getByLabel('From').fill(yesterday);
    await history.getByLabel('To').fill(yesterday);
    await button(history, 'Filter').click();
    await expect(shownCount(history)).toHaveText('14 passages');
    await expect(rowsOf(history).last()).toContainText('103');
    await button(history, 'Clear').click();
    await expect(shownCount(history)).toHaveText('16 passages');
    await expect(history.getByLabel('From')).toHaveValue('');
  });

  await test.step('a page that does not load is told; the rows stay', async () => {
    const failure = page.getByRole('alert').filter({ hasText: 'History did not load' });
    const answered = page.waitForResponse(/getPassageHistoricData\?page=2&/);
    await withoutPassages(site, async () => {
      await button(history, 'Next page').click();
      const answer = await answered;
      expect(answer.status()).toBe(500);
      await expect(failure).toContainText(`LogId = ${answer.headers()['x-log-id']}`);
      await expect(rowsOf(history)).toHaveCount(15);
      await expect(history.getByText('1–15 of 16')).toBeVisible();
    });
    await button(failure, 'Retry').click();
    await expect(rowsOf(history)).toHaveCount(1);
  });
});

test('[P-041, P-044, H-010, H-017, H-060] an admin verifies, deletes and exports; a viewer sees it', async ({
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

  await test.step('the file has the rows and columns of the table', async () => {
    await page.bringToFront();
    const [file] = await Promise.all([page.waitForEvent('download'), button(history, 'CSV').click()]);
    expect(file.suggestedFilename()).toBe(`${uid}-Passage-${toDay(Date.now())}.csv`);
    const [heading, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(heading).toContain('Timestamp,Detection Count');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(',Yes');
    await showTab(history, 'Heartbeat');
    await page.route('**/exportHeartbeats?**', () => undefined);
    await button(history, 'CSV').click();
    await expect(history.getByRole('progressbar', { name: 'Export' })).toBeVisible();
    await button(history, 'Cancel').click();
    await expect(page.getByText('Export cancelled')).toBeVisible();
    await expect(button(history, 'CSV')).toBeEnabled();
  });

  await test.step('the way to the chart', async () => {
    await showTab(history, 'Passage');
    await button(newest, 'ELF').click();
    await expect(newest).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('dialog', { name: /^Detection Count 101/ })).toBeVisible();
  });
});

/** Half of the ring, whose middle is the place. */
const RING_PX = 13;

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not there');
  return box;
}

async function middleOf(mark: Locator) {
  const { x, y, width, height } = await boxOf(mark);
  return { x: x + width / 2, y: y + height - RING_PX };
}

/** Between the panel and the right edge of the map. */
async function freeMiddle(page: Page): Promise<number> {
  const [left, map] = [await boxOf(panel(page)), await boxOf(canvasOf(page))];
  return (left.x + left.width + map.x + map.width) / 2;
}

test.describe('with a map', () => {
  test.use({ drawsMap: true, contextOptions: { reducedMotion: 'reduce' } });

  test('[P-018] where a passage was is marked on the map for a while, at zoom 16, beside what lies over the map', async ({
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
