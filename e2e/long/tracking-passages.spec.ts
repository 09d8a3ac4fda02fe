import type { Locator, Page } from '@playwright/test';
import type { DrivenDevice } from '../../apps/simulator/src/create-virtual-device.ts';
import type { Run } from '../../packages/domain/src/run/run.ts';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { expectAccessible } from '../accessible.ts';
import { find, historyWindow, openPanel, panel } from '../device-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// Actions on the passages of a run: at its markers, without a marker, by hand, and from the history of a device.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const markerCard = (page: Page) => page.getByRole('region', { name: /^Marker/ });
const passages = (page: Page) => page.getByRole('dialog', { name: /^Passages, / });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowsOf = (place: Locator) => place.locator('tbody').getByRole('row');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
/** A menu list is as wide as its field, and rendered elsewhere in the page. */
async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

const MARKERS = [
  { name: 'M1', atM: 5000, autoVerify: false },
  { name: 'M2', atM: 9000, autoVerify: false },
];

/** Goes from the card of the only run to one of its markers. */
async function openMarker(page: Page, name: string): Promise<void> {
  await button(page.getByRole('region', { name: /^Run / }), 'PIG-1').click();
  await expect(markerCard(page)).toBeVisible();
  for (let turns = 0; turns < 4 && !(await page.getByRole('region', { name: `Marker ${name}` }).isVisible()); turns++) {
    await button(markerCard(page), 'Next marker').click();
  }
  await expect(page.getByRole('region', { name: `Marker ${name}` })).toBeVisible();
}

async function openPassages(page: Page, marker: string): Promise<Locator> {
  await openMarker(page, marker);
  await button(markerCard(page), 'Passages').click();
  await expect(passages(page)).toBeVisible();
  return passages(page);
}

const hasPassages = (count: number) => (run: Run) => run.passages.length === count;

test.afterEach(async ({ site }) => {
  // Closes the windows first, so that the console requests nothing about removed runs.
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

/** A run whose device at M1 has two passages. */
async function launchHeard(site: Site, uid: number): Promise<number> {
  const device = await site.addDeviceAt(uid, 5000);
  const rules = [await site.ruleFor('viewer')];
  const { runId } = await site.launchRun({ markers: MARKERS, agms: [uid], rules, launchAt: minutesAgo(90) });
  for (const minutes of [40, 30]) await device.passage({ at: minutesAgo(minutes) });
  await site.untilRun(runId, hasPassages(2));
  return runId;
}

test('[T-052] each record of a passage opens its waveform', async ({ site }) => {
  await launchHeard(site, 391011);
  const page = await openConsole('admin');
  const shown = await openPassages(page, 'M1');
  const [first] = await rowsOf(shown).all();
  for (const type of ['ELF', 'GEO', 'MAG'])
    await expect(first?.getByTitle(new RegExp(`^${type}: .+ trained on simulated data`)) ?? shown).toHaveText(/\d%/);
  await expectAccessible(page);
  await button(rowsOf(shown).first(), 'GEO').click();
  const chart = dialog(page, /^Detection Count/);
  await expect(chart.getByRole('radio', { name: 'GEO' })).toBeChecked();
  await button(chart, 'Close').click();
});

/** A run whose device is at no marker. */
async function launchElsewhere(
  site: Site,
  uid: number,
): Promise<{ readonly runId: number; readonly device: DrivenDevice }> {
  const device = await site.addDeviceAt(uid, { lat: 40, lon: -100 });
  const { runId } = await site.launchRun({ markers: MARKERS, agms: [uid], launchAt: minutesAgo(90) });
  return { runId, device };
}

test('[T-042] Add Passage takes a time in UTC, typed or picked', async ({ site }) => {
  await launchElsewhere(site, 391_002);
  const page = await openConsole('admin');
  const first = minutesAgo(50);
  await openMarker(page, 'M1');
  await button(markerCard(page), 'Add Manual Passage').click();
  const add = dialog(page, 'Add Passage');
  // A second click clears the selection.
  await choose(page, 'AGM Marker', 'M1');
  await expect(button(add, 'Add')).toBeDisabled();
  await choose(page, 'AGM Marker', 'M1');
  await add.getByLabel('Passage Time (UTC)').fill('yesterday');
  await button(add, 'Add').click();
  await expect(add).toContainText('Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}');
  await expect(button(add, 'Cancel')).toBeVisible();
  await expect(button(add, 'Pick date and time')).toBeVisible();
  await expectAccessible(page);
  await add.getByLabel('Passage Time (UTC)').fill(formatUtcSecond(first));
  await button(add, 'Add').click();
  await expect(add).toHaveCount(0);
});

test('[H-014, H-015, H-016] a passage is moved to another run, and removed from it', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const device = await site.addDeviceAt(391_003, 5000);
  await device.passage({ at: minutesAgo(20) });
  await site.addDeviceAt(391_004, 9000);
  const rules = [await site.ruleFor('viewer')];
  const { runId } = await site.launchRun({
    pathName: 'Cherokee',
    markers: MARKERS,
    agms: [391_004],
    rules,
    launchAt: minutesAgo(90),
  });
  const page = await openConsole('admin');
  await find(page, 391_003);
  await openPanel(page);
  await button(panel(page), 'Historic Data').click();
  const history = historyWindow(page, 391_003);
  await button(history, 'Columns').click();
  // Hide columns so that the rest fit: a partly covered button would be too small to press.
  for (const name of ['Pig Run', 'Tool', 'Marker Name', 'Latitude', 'Longitude'])
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  const choice = dialog(page, 'Update Passage Run Info');
  const question = dialog(page, 'Update passage run info?');

  await test.step('run, tool and marker are chosen', async () => {
    await button(rowsOf(history), 'Run info').click();
    await expect(button(choice, 'Set')).toBeDisabled();
    await choose(page, 'Pig Run', `Cherokee, run ${runId}`);
    await expect(page.getByRole('combobox', { name: 'Tool' })).toHaveValue('PIG-1');
    await choose(page, 'Marker', 'M1');
    await expectAccessible(page);
    await button(choice, 'Set').click();
  });
  await test.step('old and new values; No leads back to the choice', async () => {
    await expect(question.getByRole('row', { name: 'Marker none M1' })).toBeVisible();
    await expectAccessible(page);
    await button(question, 'No').click();
    await choose(page, 'Marker', 'M2');
    await button(choice, 'Set').click();
    await expect(question.getByRole('row', { name: 'Marker none M2' })).toBeVisible();
    await button(question, 'Yes').click();
    await expect(toast(page, 'Success!')).toBeVisible();
    await expect(rowsOf(history)).toContainText(/Cherokee.*PIG-1.*M2/);
    expect((await site.readRun(runId)).passages).toMatchObject([{ uid: 391_003, markerName: 'M2' }]);
  });
  await test.step('from its chart it is taken out again', async () => {
    await rowsOf(history).getByTitle('Open chart').click();
    const chart = dialog(page, /^Detection Count/);
    await expect(chart).toContainText(`M2, PIG-1, run ${runId}`);
    await button(chart, 'Run info').click();
    await button(choice, 'Clear run info').click();
    await button(question, 'Yes').click();
    await expect(chart).not.toContainText('PIG-1');
    await expect(rowsOf(history)).not.toContainText('Cherokee');
    expect((await site.readRun(runId)).passages).toEqual([]);
    await button(chart, 'Close').click();
  });
  await test.step('what the server refuses is told, until it is dismissed', async () => {
    await button(rowsOf(history), 'Run info').click();
    await choose(page, 'Pig Run', /Cherokee/);
    await choose(page, 'Marker', 'M2');
    await button(choice, 'Set').click();
    await site.call('DELETE', `/pigrun/${runId}`);
    await button(question, 'Yes').click();
    const refusal = dialog(page, 'Run info not changed');
    await expect(refusal).toContainText(/LogId = \d+/);
    await button(refusal, 'Dismiss').click();
    await expect(refusal).toHaveCount(0);
  });
  await test.step('a viewer has no way to it', async () => {
    await site.follow([391_003]);
    const viewer = await openConsole('viewer');
    await find(viewer, 391_003);
    await openPanel(viewer);
    await button(panel(viewer), 'Historic Data').click();
    await expect(rowsOf(historyWindow(viewer, 391_003))).toHaveCount(1);
    await expect(button(historyWindow(viewer, 391_003), 'Run info')).toHaveCount(0);
  });
});
