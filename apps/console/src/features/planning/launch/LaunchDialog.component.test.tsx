import { writeSavedPath } from '@waymark/contract/runs/read-path';
import { runPath } from '@waymark/contract/runs/pig-run';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { SavedPaths } from '../saved-paths/SavedPaths.tsx';
import type { SavedPath } from '#/features/runs/runs.data.ts';
import { RunCards } from '#/features/tracking/cards/RunCards.tsx';
import {
  answerRuns,
  answerUser,
  makePath,
  sendPath,
  makeRun,
  minutesAgo,
  putRuns,
  readUtc,
  utcMinutesAgo,
} from '#/features/runs/testing/run-fixtures.ts';
import { button, choose, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';

type Readiness = ReplyAt<'GET /pigrun/pigpath/:pathId/readiness'>[number];

const READINESS = 'GET /pigrun/pigpath/:pathId/readiness';
const LAUNCH = 'POST /pigrun/add/';

const ready: Readiness = {
  uid: 100_234,
  presence: 'online',
  wakesAt: null,
  lastHeartbeat: utcMinutesAgo(1),
  batteryMv: 8900,
  detectors: ['MAG', '22 Hz'],
  recordMode: 1,
  markerName: 'AGM 01',
  distanceToMarker: 12.4,
  clockOffset: 0.2,
  faults: [],
};

const launch = dialog('Launch a Pig');
const time = dialog('Add Launch Time');
const timeField = time.getByLabelText('Launch time (UTC)');
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

beforeEach(() => {
  answerUser();
  putRuns();
  answer('GET /pigrun/ToolType/GetAll', [
    { name: 'Cleaning pig', toolTypeId: 1 },
    { name: 'Caliper', toolTypeId: 2 },
  ]);
  answer(READINESS, [ready]);
});

async function openLaunch(path: SavedPath = makePath(), isBackward = false): Promise<void> {
  answer('GET /pigrun/pigpath', [writeSavedPath(path)]);
  answer('GET /pigrun/pigpath/:pathId', writeSavedPath(path));
  render(
    <>
      <SavedPaths onEdit={() => undefined} />
      <div style={{ position: 'relative', width: 700, height: 300 }}>
        <RunCards />
      </div>
    </>,
  );
  await page.getByRole('button', { name: /^Cushing to Tulsa/ }).click();
  if (isBackward) await page.getByRole('checkbox', { name: 'Run Backward' }).click();
  await press('Launch Pig');
  await expect.element(launch).toBeVisible();
}

/** Continues to the launch time. */
async function openTime(path?: SavedPath, isBackward = false): Promise<string> {
  const serverTime = utcMinutesAgo(2);
  answer('GET /getdatabaseserverutcdate', `${serverTime}.120000`);
  await openLaunch(path, isBackward);
  await choose('Tool type', 'Cleaning pig', launch);
  await press('Launch', launch);
  await expect.element(timeField).toHaveValue(serverTime);
  return serverTime;
}

it('[R-007, R-011, R-021] LaunchDialog requires a pig and a tool type, and preselects the only pig', async () => {
  await openLaunch(makePath({ pigs: ['CLN-16-02', 'CAL-01'] }));
  await expect.element(button('Launch', launch)).toBeDisabled();
  await expect.element(launch).toMatchTextContent('Choose a pig.');
  await choose('Pig', 'CAL-01', launch);
  await expect.element(launch).toMatchTextContent('Choose a tool type.');
  await choose('Tool type', 'Caliper', launch);
  await expect.element(button('Launch', launch)).toBeEnabled();
  await expectAccessible();
});

it('[R-023] LaunchDialog refuses a pig that is in an active run on another path, ignoring case', async () => {
  putRuns(makeRun({ pig: 'cal-01', path: { pathId: 99 } }));
  await openLaunch(makePath({ pigs: ['CAL-01'] }));
  await expect.element(launch.getByRole('combobox', { name: 'Pig' })).toHaveValue('CAL-01');
  await choose('Tool type', 'Caliper', launch);
  await expect.element(launch).toMatchTextContent('Pig CAL-01 is on its way already.');
  await expect.element(button('Launch', launch)).toBeDisabled();
});

it('LaunchDialog says that the tool types did not load', async () => {
  expectLogged(/^ApiError/);
  refuse('GET /pigrun/ToolType/GetAll', 'internal-error', { detail: 'The database does not answer.' });
  await openLaunch();
  await expect.element(launch).toMatchTextContent('The database does not answer.');
  await expect.element(button('Launch', launch)).toBeDisabled();
});

it('ReadinessList says for each AGM what to fix before the launch', async () => {
  answer(READINESS, [
    ready,
    {
      ...ready,
      uid: 100_235,
      presence: 'unknown',
      lastHeartbeat: null,
      batteryMv: null,
      detectors: [],
      markerName: null,
      clockOffset: null,
      faults: ['never-heard-from', 'no-detector'],
    },
  ]);
  await openLaunch();
  const list = launch.getByRole('region', { name: 'Readiness of the AGMs' });
  await expect.element(list.getByRole('heading')).toMatchTextContent('1 of 2 AGMs ready');
  const rows = list.getByRole('row');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/^100234AGM 01, 41 ftOnline.*8\.90 VClock \+0\.2 sMAG, 22 Hz.*Ready$/);
  await expect
    .element(rows.nth(2))
    .toMatchTextContent(/^100235No markerNever heard fromNo heartbeat.*None on.*Never heard fromNo detector is on$/);
});

it('ReadinessList says that it did not load, loads on Retry, and does not block the launch', async () => {
  expectLogged(/^ApiError/);
  refuse(READINESS, 'internal-error');
  await openLaunch();
  const list = launch.getByRole('region', { name: 'Readiness of the AGMs' });
  await expect.element(list.getByRole('alert')).toMatchTextContent('Readiness did not load');
  await choose('Tool type', 'Caliper', launch);
  await expect.element(button('Launch', launch)).toBeEnabled();
  answer(READINESS, [ready]);
  await press('Retry', list);
  await expect.element(list.getByRole('heading')).toMatchTextContent('1 AGM ready');
});

it("[R-012, F-017, F-018] LaunchTimeDialog begins with the server's time and refuses an invalid and a future time", async () => {
  await openTime();
  await timeField.fill('tomorrow');
  await press('Set and launch', time);
  await expect.element(time).toMatchTextContent('Error ! Invalid format.');
  await timeField.fill('2199-01-01 00:00:00');
  await press('Set and launch', time);
  await expect.element(time).toMatchTextContent('Error ! Launch can not be set to future time.');
  expect(callsOf(LAUNCH)).toEqual([]);
});

it('[R-002, R-116, R-117, R-118, R-122] LaunchTimeDialog launches the run and links the tool that fits speed and size', async () => {
  const serverTime = await openTime();
  answer(LAUNCH, { runId: 41 });
  answer('POST /pigrun/Tool/GetTool', { toolId: 6 });
  answer('POST /pigrun/AddPigRunTool', 77);
  answerRuns(makeRun());
  await press('Set and launch', time);
  await expect.element(toast('Pig run launched')).toMatchTextContent('CLN-16-02 on Cushing to Tulsa');
  await expectNone(time);
  await expect.element(button('Launch Pig')).toBeDisabled();
  expect(callsOf(LAUNCH)[0]?.body).toMatchObject({
    runId: -1,
    pig: 'CLN-16-02',
    launchTime: readUtc(serverTime),
    recieveTime: null,
    Phase: 1,
    EditNextMarkerIndex: 1,
  });
  const tool = callsOf('POST /pigrun/Tool/GetTool')[0]?.body;
  expect(tool?.toolTypeId).toBe(1);
  expect(tool?.expectedSpeed).toBeCloseTo(3 / 2.237, 4);
  expect(tool?.size).toBeCloseTo(16 / 39.37, 4);
  expect(callsOf('POST /pigrun/AddPigRunTool')[0]?.body).toEqual({ runId: 41, toolId: 6 });
});

it('[R-019, R-020] LaunchTimeDialog launches a run backward with its sites exchanged and its markers in reverse', async () => {
  await openTime(makePath(), true);
  answer(LAUNCH, { runId: 41 });
  answer('POST /pigrun/Tool/GetTool', { toolId: 6 });
  answer('POST /pigrun/AddPigRunTool', 77);
  await press('Set and launch', time);
  await expect.element(toast('Pig run launched')).toBeVisible();
  const path = runPath.parse(JSON.parse(callsOf(LAUNCH)[0]?.body.pigPath ?? ''));
  expect(path).toMatchObject({ launchSiteLat: 36.13, launchSiteLon: -96.03, recieveSiteLat: 35.985 });
  expect(path.markers.map(({ name }) => name)).toEqual(['Tulsa', 'AGM 01', 'Cushing']);
});

it('LaunchTimeDialog launches the run although its tool was not linked, and says so', async () => {
  expectLogged(/^ApiError/);
  await openTime();
  answer(LAUNCH, { runId: 41 });
  refuse('POST /pigrun/Tool/GetTool', 'tool-type-not-found');
  await press('Set and launch', time);
  await expect.element(toast('Pig run launched')).toBeVisible();
  await expect.element(page.getByText('The run has no tool')).toBeVisible();
});

it('[R-124] LaunchTimeDialog says "Unable to launch Pig Run" with the reason and keeps the time', async () => {
  expectLogged(/^ApiError/);
  const serverTime = await openTime();
  refuse(LAUNCH, 'pig-in-use', { detail: 'Pig CLN-16-02 is on its way already.' });
  await press('Set and launch', time);
  await expect
    .element(time.getByRole('alert'))
    .toMatchTextContent(`Unable to launch Pig Run. Pig CLN-16-02 is on its way already. LogId = ${LOG_ID}`);
  await expect.element(timeField).toHaveValue(serverTime);
});

it('LaunchTimeDialog does not launch a plan that was saved again meanwhile', async () => {
  await openTime();
  answer('GET /pigrun/pigpath/:pathId', sendPath({ rev: 5 }));
  answer('GET /pigrun/pigpath', [sendPath({ rev: 5, pigs: ['GAU-01'] })]);
  await press('Set and launch', time);
  await expect
    .element(time.getByRole('alert'))
    .toMatchTextContent('Somebody else has saved this path meanwhile. Look at it before you launch it.');
  expect(callsOf(LAUNCH)).toEqual([]);
  await press('Cancel', time);
  await expectTexts(page.getByText('GAU-01'), ['GAU-01']);
});

it('[W-152] LaunchTimeDialog focuses the card of the new run, even if other runs occupy the places', async () => {
  const others = [1, 2, 3].map((at) =>
    makeRun({ runId: at, pig: `GAU-0${at}`, launchAt: minutesAgo(60 + at), path: { pathId: 90 + at } }),
  );
  putRuns(...others);
  await openTime();
  answer(LAUNCH, { runId: 41 });
  answer('POST /pigrun/Tool/GetTool', { toolId: 6 });
  answer('POST /pigrun/AddPigRunTool', 77);
  timeField.element().focus();
  await userEvent.keyboard('{Enter}');
  await expectNone(time);
  // The console receives the run a moment after the launch.
  putRuns(...others, makeRun({ launchAt: minutesAgo(2) }));
  const card = page.getByRole('region', { name: 'Run 41, CLN-16-02' });
  await expect.element(button('CLN-16-02', card)).toHaveFocus();
});
