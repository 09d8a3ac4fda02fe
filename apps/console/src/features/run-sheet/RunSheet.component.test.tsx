import { exampleCurrentUser } from '@waymark/contract/routes/users';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import type { Role } from '@waymark/contract/roles';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import {
  answerRuns,
  answerUser,
  makeDevice,
  minutesAgo,
  putDevices,
  putRuns,
} from '#/features/runs/testing/run-fixtures.ts';
import { expectNone, press } from '#/features/runs/testing/run-screen.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { openChosenSheet, openSheet, useRunWindows } from '#/features/runs/run-windows.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { readOwnZone, useZoneStore } from '#/ui/clock/zones.ts';
import { SheetWindow } from './SheetWindow.tsx';

const READINESS = 'GET /pigrun/pigpath/:pathId/readiness';
const sheet = page.getByRole('dialog', { name: /run sheet$/i });
const rows = sheet
  .getByRole('table')
  .getByRole('row')
  .filter({ has: page.getByRole('rowheader') });
const site = sheet.getByRole('region', { name: /^My site/ });

const READY: ReplyAt<typeof READINESS>[number] = {
  uid: 347_001,
  presence: 'online',
  wakesAt: null,
  lastHeartbeat: null,
  batteryMv: 8900,
  detectors: ['MAG'],
  recordMode: 1,
  markerName: 'M2',
  distanceToMarker: 0,
  clockOffset: 0.2,
  faults: [],
};

/** Passed M1 an hour after the launch; M2 has an AGM. */
const run = straightRun(
  {
    launchAt: minutesAgo(90),
    passages: [manualPassage('M1', minutesAgo(30))],
  },
  { M2: { linkedUid: 347_001 } },
);

function Shown() {
  const sheets = useRunWindows((windows) => windows.sheets);
  return sheets.map((runId) => <SheetWindow key={runId} runId={runId} />);
}

function renderSheet(runs: readonly Run[] = [run], role: Role = 'admin'): void {
  answerUser(role);
  answer('POST /pigrun/GetMachineLearningResults', { machineLearningPassageResultList: [] });
  answer(READINESS, [READY]);
  putDevices(makeDevice(347_001, { isConnected: true, lastBattery: 8900 }));
  putRuns(...runs);
  openSheet(run.runId);
  render(<Shown />, { role });
}

afterEach(async () => {
  useZoneStore.setState({ ownZone: readOwnZone() });
  await page.viewport(1440, 900);
});

it('[W-233] SheetWindow lists every marker with its times, its leg and its AGM', async () => {
  renderSheet();
  await expect.poll(() => rows.elements().length).toBe(7);
  await expect.element(rows.nth(0)).toMatchTextContent(/^Launch0.00 miLaunch/);
  await expect.element(rows.nth(1)).toMatchTextContent(/^M16.91 miPassed.*UTC.*Set by hand.*6.91 mph$/);
  await expect
    .element(rows.nth(2))
    .toMatchTextContent(/^M213.82 miExpected.*UTC.* to .*UTC.*347001 Online8.90 V, 80%, clock \+0.2 s$/);
  await expectAccessible();
});

it('[W-233] SheetWindow shows distances in the chosen unit, which is saved for the user', async () => {
  renderSheet();
  answer('POST /pigrun/user/units', { ...exampleCurrentUser, units: 'metric' });
  await sheet.getByText('Kilometers').click();
  await expect.element(rows.nth(1)).toMatchTextContent(/^M111.12 km/);
  expect(callsOf('POST /pigrun/user/units')[0]?.body).toEqual({ units: 'metric' });
});

it('[W-233] SheetWindow asks for no clocks for a viewer', async () => {
  renderSheet([run], 'viewer');
  await expect.element(rows.nth(2)).toMatchTextContent(/347001 Online8.90 V, 80%$/);
  expect(callsOf(READINESS)).toHaveLength(0);
});

it('[W-233] SheetWindow writes a time in UTC and in the zone of the browser, and once where that is UTC', async () => {
  useZoneStore.setState({ ownZone: 'America/Chicago' });
  renderSheet();
  const heard = rows.nth(1).getByRole('cell').nth(5);
  await expect.element(heard).toMatchTextContent(/^\d\d-\d\d \d\d:\d\d UTC\d\d-\d\d \d\d:\d\d UTC-[56]$/);
  useZoneStore.setState({ ownZone: 'UTC' });
  await expect.element(heard).toMatchTextContent(/^\d\d-\d\d \d\d:\d\d UTC$/);
  await expect
    .element(rows.nth(2).getByRole('cell').nth(4))
    .toMatchTextContent(/^\d\d-\d\d \d\d:\d\d UTC to \d\d-\d\d \d\d:\d\d UTC$/);
});

it('[W-235] a pinned site names a time once where the browser is in UTC', async () => {
  useZoneStore.setState({ ownZone: 'UTC' });
  renderSheet();
  await press('Pin M2 as my site', sheet);
  await expect
    .element(site)
    .toMatchTextContent(/^M2\d\d-\d\d \d\d:\d\d UTCin \d:\d\d:\d\dEarliest .*, latest .*Unpin$/);
});

it('[W-235] a pinned site is shown first, also when the sheet is opened again', async () => {
  useZoneStore.setState({ ownZone: 'America/Chicago' });
  renderSheet();
  await press('Pin M2 as my site', sheet);
  await expect.element(site).toMatchTextContent(/^M2.*in \d:\d\d:\d\d, .* UTC.*Earliest .*, latest .*Unpin$/);
  await press('Close', sheet);
  await expectNone(sheet);
  openSheet(run.runId);
  await expect.element(site).toMatchTextContent(/^M2/);
  await press('Unpin', site);
  await expectNone(site);
});

it('[W-233, W-235] SheetWindow does not call a time that has gone by the ETA of an unwatched marker', async () => {
  renderSheet([straightRun({ launchAt: minutesAgo(122), passages: [manualPassage('M1', minutesAgo(62))] })]);
  const eta = rows.nth(2).getByRole('cell').nth(3);
  await expect.element(eta).toMatchTextContent(/^now/);
  await expect.element(rows.nth(2).getByRole('cell').nth(4)).toMatchTextContent(/UTC to .* UTC$/);
  await press('Pin M2 as my site', sheet);
  await expect.element(site).toMatchTextContent(/^M2now.*Earliest .*, latest .*Unpin$/);
});

it('[W-235] a pinned site that the pig has passed says when', async () => {
  renderSheet();
  await press('Pin M1 as my site', sheet);
  await expect.element(site).toMatchTextContent(/^M1.*Heard .* UTC\. Set by hand/);
});

it('[W-235] a pinned site is the first thing on a phone', async () => {
  await page.viewport(390, 844);
  renderSheet();
  await press('Pin M2 as my site', sheet);
  await expect.element(site).toBeVisible();
  const [mine, first] = [site.element().getBoundingClientRect(), rows.nth(0).element().getBoundingClientRect()];
  expect(mine.top).toBeLessThan(60);
  expect(first.top).toBeGreaterThan(mine.top);
  await expectAccessible();
});

it('[W-234] SheetWindow saves a CSV file named after pig and run', async () => {
  const files: string[] = [];
  const made = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push(this.download);
  });
  renderSheet();
  await press('CSV', sheet);
  expect(files).toEqual(['CLN-16-02_41_sheet.csv']);
  const [file] = made.mock.calls[0] ?? [];
  const lines = (file instanceof Blob ? await file.text() : '').trim().split('\r\n');
  expect(lines).toHaveLength(8);
  expect(lines[0]).toMatch(/^Marker,Milepost \(mi\),/);
});

it('[W-234] SheetWindow prints all rows on paper of their own, and removes them afterwards', async () => {
  renderSheet();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  await press('Print', sheet);
  expect(print).toHaveBeenCalledTimes(1);
  const paper = document.querySelector('body > [data-printed]');
  expect(paper?.querySelectorAll('tbody tr')).toHaveLength(7);
  expect(paper?.textContent).toMatch(/^CLN-16-02, run 41Due north\. Launched .* UTC/);
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('[data-printed]')).toBeNull();
});

it('[W-233] SheetWindow selects a marker whose name is pressed by keyboard', async () => {
  renderSheet();
  const name = sheet.getByRole('button', { name: 'M2', exact: true });
  await expect.element(name).toBeVisible();
  name.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(useTracking.getState()).toMatchObject({ runId: 41, markerName: 'M2' });
});

it('[W-233] openChosenSheet prefers the chosen run, then the launched one, then the first', () => {
  const sheetsAfter = (chosen: Partial<ReturnType<typeof useTracking.getState>>) => {
    useRunWindows.setState({ sheets: [] });
    useTracking.setState({ runId: null, launchedId: null, ...chosen });
    openChosenSheet();
    return useRunWindows.getState().sheets;
  };
  expect(sheetsAfter({})).toEqual([]);
  putRuns({ ...run, runId: 1 }, { ...run, runId: 2 }, { ...run, runId: 3 });
  expect(sheetsAfter({ runId: 2, launchedId: 3 })).toEqual([2]);
  expect(sheetsAfter({ runId: 99, launchedId: 3 })).toEqual([3]);
  expect(sheetsAfter({})).toEqual([1]);
});

it('[W-233] SheetWindow says that its run is no longer active', async () => {
  renderSheet();
  await expect.poll(() => rows.elements().length).toBe(7);
  putRuns();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/This run is no longer active\./);
});

it('[W-233] SheetWindow says that the run loads, and that it did not load', async () => {
  answerUser();
  openSheet(run.runId);
  render(<Shown />);
  await expect.element(page.getByRole('status', { name: 'Loading run' })).toBeVisible();
  refuse('GET /pigrun', 'internal-error', { detail: 'The database does not answer.' });
  await loadRuns().catch(() => undefined);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Active runs did not load/);
  answer('POST /pigrun/GetMachineLearningResults', { machineLearningPassageResultList: [] });
  answer(READINESS, []);
  answerRuns(run);
  await press('Retry');
  await expect.poll(() => rows.elements().length).toBe(7);
});

it('[W-233] SheetWindow says offline that it shows the last known state', async () => {
  renderSheet();
  await expect.poll(() => rows.elements().length).toBe(7);
  setOffline();
  await expect.element(sheet.getByText(/^Not connected/)).toBeVisible();
});
