import { writeCompletedRun } from '@waymark/contract/runs/run-names';
import type { Role } from '@waymark/contract/roles';
import type { ReportChoice } from './finished.view.ts';
import { heard } from '@waymark/domain/run/testing/straight-run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { RunText } from '#/features/runs/runs.data.ts';
import {
  answerRuns,
  answerUser,
  makeDevice,
  makeRun,
  minutesAgo,
  putDevices,
  writeText,
} from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { CompletedRuns } from './CompletedRuns.tsx';
import type { FinishedRow } from '#/features/runs/finished.data.ts';
import { useUnitStore } from '#/features/units/units.ts';

const LIST = 'GET /pigrun/finished';
const RUN = 'GET /pigrun/:runId';
const SAVE_TIMES = 'POST /finished/pigrun/add/';
const BROADCAST = 'POST /pigrun/CreateCompletedPigRunBroadcastCommands';
const WRITES = [
  'Delete Run',
  'Edit Time',
  'Add AGMs',
  'Synch Run',
  'Broadcast Command',
  'Download Report',
  'Control Points',
  'Map file',
  'Share Run',
];

const SHARE = {
  runId: 41,
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  expiresAt: '2026-03-25 00:00:00',
  isExpired: false,
  delayMinutes: 0,
  hidesPlaces: false,
  hasPassword: false,
  visits: 0,
  lastVisitAt: null,
};

const [launchedAt, seenAt, receivedAt] = [minutesAgo(90), minutesAgo(35), minutesAgo(5)];
const [launched, received] = [formatUtcSecond(launchedAt), formatUtcSecond(receivedAt)];
const finishedRun = () =>
  writeText(
    makeRun({
      launchAt: launchedAt,
      completedAt: receivedAt,
      endedAt: receivedAt,
      passages: [{ ...heard(1, 0, 'M1', true), passageAt: seenAt, endOfSnipAt: seenAt + 15_000 }],
    }),
  );

const row = (runId: number, changes: Partial<FinishedRow> = {}): FinishedRow => ({
  runId,
  groupId: 3,
  rev: 1,
  name: `Line ${runId}`,
  pig: `PIG-${runId}`,
  launchTime: launched,
  receiveTime: received,
  jobNumber: null,
  markers: 5,
  verified: 1,
  devices: 5,
  ...changes,
});

const rows = page.getByRole('list', { name: 'Completed runs' }).getByRole('listitem');
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
const fact = (label: string) =>
  page.getByRole('term').filter({ hasText: label }).element().closest('div')?.querySelector('dd')?.textContent;

function answerList(...list: readonly FinishedRow[]): void {
  answer(LIST, ({ query: { page: at, rowsPerPage, search = '' } }) => {
    const found = list.filter(({ name, pig }) => `${name} ${pig}`.toLowerCase().includes(search));
    return {
      rowsNumber: found.length,
      runList: found.slice((at - 1) * rowsPerPage, at * rowsPerPage).map(writeCompletedRun),
    };
  });
}

function renderList(role: Role = 'admin'): void {
  answerUser(role);
  render(<CompletedRuns />, { role });
}

/** Shows the details of the one completed run. */
async function renderRun(text: RunText = finishedRun()): Promise<void> {
  answerRuns();
  answerList(row(41, { name: 'Due north', pig: 'CLN-16-02' }));
  answer(RUN, text);
  renderList();
  await page.getByRole('button', { name: /^Due north/ }).click();
  await expect.element(button('Edit Time')).toBeVisible();
}

let files: HTMLAnchorElement[] = [];
beforeEach(() => {
  answer('GET /alerts/run/:id', { alerts: [] });
  files = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push(this);
  });
});
afterEach(() => vi.restoreAllMocks());

it('FinishedRunList lists runs with their receive times, and opens a run with its facts', async () => {
  answer(RUN, { ...finishedRun(), jobNumber: 'J-1042' });
  answerList(row(41, { name: 'Due north', pig: 'CLN-16-02', jobNumber: 'J-1042' }));
  renderList();
  await expectTexts(rows, [`Due northCLN-16-02Received ${received} UTC, job J-1042Run 41, 1 of 5 verified, 5 AGMs`]);
  await rows.getByRole('button').click();
  await expect.element(page.getByText('CLN-16-02, 7 markers, run 41')).toBeVisible();
  expect(['Launched (UTC)', 'Duration', 'Markers verified', 'Passages', 'AGMs', 'Job number'].map(fact)).toEqual([
    launched,
    expect.stringContaining('1:25'),
    '1 of 5',
    '1',
    '5',
    'J-1042',
  ]);
  await expectAccessible();
});

it('[R-010] FinishedRunList shows 15 runs per page and returns to the first page with a search', async () => {
  answerList(...Array.from({ length: 16 }, (_, at) => row(at + 1)));
  renderList();
  await expect.poll(() => rows.elements().length).toBe(15);
  await press('Next page');
  await expect.poll(() => rows.elements().length).toBe(1);
  await expect.element(page.getByText('16–16 of 16')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a completed run' }).fill(' pig-7 ');
  await expect.element(rows).toMatchTextContent(/^Line 7/);
  expect(callsOf(LIST).at(-1)?.query).toMatchObject({ search: 'pig-7', page: 1, rowsPerPage: 15 });
  await page.getByRole('searchbox', { name: 'Find a completed run' }).fill('nowhere');
  await expect.element(page.getByText('No results')).toBeVisible();
});

it('FinishedRunList moves between runs by the arrow keys', async () => {
  answerList(row(1), row(2), row(3));
  renderList();
  await expect.poll(() => rows.elements().length).toBe(3);
  (rows.nth(0).getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(rows.nth(1).getByRole('button')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(rows.nth(2).getByRole('button')).toHaveFocus();
});

it('FinishedRunList says that there are no completed runs', async () => {
  answerList();
  renderList();
  await expect
    .element(page.getByText('No completed runs yet. A run is completed when it is ended with its receive time.'))
    .toBeVisible();
});

it('FinishedRunList says that the runs did not load, and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error', { detail: 'The database does not answer.' });
  renderList();
  const failure = page.getByRole('alert');
  await expect.element(failure).toMatchTextContent('Completed runs did not loadThe database does not answer.');
  answerList(row(1));
  await press('Retry', failure);
  await expectTexts(rows.getByText('Line 1'), ['Line 1']);
  await expectNone(failure);
});

it('FinishedRunList shows a superadmin the company of each run', async () => {
  answer('GET /admin/group', [{ id: 3, groupName: 'Demo Pipelines' }]);
  answerList(row(1), row(2, { groupId: 8 }));
  renderList('superadmin');
  await expect.element(rows.nth(0)).toMatchTextContent(/, Demo Pipelines$/);
  await expect.element(rows.nth(1)).toMatchTextContent(/, company 8$/);
});

it('FinishedRunDetails allows changes only online', async () => {
  await renderRun();
  for (const name of WRITES) await expect.element(button(name)).toBeEnabled();
  setOffline();
  for (const name of WRITES) await expect.element(button(name)).toBeDisabled();
  await expect.element(button('Timeline')).toBeEnabled();
});

const times = dialog('Edit Launch/Receive Time');
const launchField = times.getByLabelText('Launch time (UTC)');
const receiveField = times.getByLabelText('Receive time (UTC)');

async function expectTimesRefused(launch: string, receive: string, words: string): Promise<void> {
  await launchField.fill(launch);
  await receiveField.fill(receive);
  await userEvent.keyboard('{Enter}');
  await expect.element(times).toMatchTextContent(words);
}

it('[F-008, F-009, F-010, F-011] EditTimesDialog refuses empty and invalid times', async () => {
  await renderRun();
  await press('Edit Time');
  await expect.element(launchField).toHaveValue(launched);
  await expect.element(receiveField).toHaveValue(received);
  await expectTimesRefused('', received, 'Error ! Launch Time is Empty.');
  await expectTimesRefused(launched, '', 'Error ! Receive Time is Empty.');
  const none = '2026-02-31 00:00:00';
  await expectTimesRefused(none, received, 'Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}');
  await expectTimesRefused(launched, none, 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}');
  expect(callsOf(SAVE_TIMES)).toEqual([]);
});

it('[F-012, F-013, F-014, F-015, F-016] EditTimesDialog refuses impossible times', async () => {
  await renderRun();
  await press('Edit Time');
  const future = '2199-01-01 00:00:00';
  await expectTimesRefused(future, received, 'Error ! Launch Time entered is in the Future.');
  await expectTimesRefused(launched, future, 'Error ! Receive Time entered is in the Future.');
  await expectTimesRefused(
    launched,
    formatUtcSecond(launchedAt - 1000),
    'Error ! Receive Time entered is before Launch Time.',
  );
  await expectTimesRefused(
    formatUtcSecond(seenAt + 60_000),
    received,
    'Entered Launch time is ahead of Verified Passage Time.',
  );
  await expectTimesRefused(
    launched,
    formatUtcSecond(seenAt - 60_000),
    'Entered Receive time is before of Verified Passage Time.',
  );
  expect(callsOf(SAVE_TIMES)).toEqual([]);
});

it('[F-003, F-019, R-014] EditTimesDialog saves both times', async () => {
  await renderRun();
  await press('Edit Time');
  await expectAccessible();
  answer(SAVE_TIMES, { runId: 41 });
  const corrected = formatUtcSecond(receivedAt - 60_000);
  await receiveField.fill(corrected);
  answer(RUN, { ...finishedRun(), recieveTime: corrected });
  await press('Save', times);
  await expect.element(toast('Times saved')).toBeVisible();
  await expect.poll(() => fact('Received (UTC)')).toContain(corrected);
  expect(callsOf(SAVE_TIMES)[0]?.body).toMatchObject({ launchTime: launched, recieveTime: corrected, Phase: 2 });
});

it('EditTimesDialog keeps the entries when the run was changed meanwhile, and saves them over that change', async () => {
  expectLogged(/^ApiError/);
  await renderRun();
  await press('Edit Time');
  const [theirs, ours] = [formatUtcSecond(receivedAt - 60_000), formatUtcSecond(receivedAt - 120_000)];
  await receiveField.fill(ours);
  refuse(SAVE_TIMES, 'run-changed', { detail: 'Somebody else has changed this run meanwhile.' });
  answer(RUN, { ...finishedRun(), rev: 8, recieveTime: theirs });
  await press('Save', times);
  await expect
    .element(times.getByRole('alert'))
    .toMatchTextContent(`Unable to update Pig Run. Somebody else has changed this run meanwhile. LogId = ${LOG_ID}`);
  await expect.element(receiveField).toHaveValue(ours);
  answer(SAVE_TIMES, { runId: 41 });
  await press('Save', times);
  await expectNone(times);
  expect(callsOf(SAVE_TIMES).at(-1)?.body).toMatchObject({ rev: 8, recieveTime: ours });
});

it('[F-004, F-005, R-013] AddAgmsDialog offers the AGMs of the company that are not in the run, and synchronises the run', async () => {
  putDevices(makeDevice(1), makeDevice(347_102), makeDevice(99, { groupId: 4 }));
  await renderRun();
  await press('Add AGMs');
  const agms = dialog('Add AGMs');
  await expectTexts(agms.getByText(/^AGM UID/), ['AGM UID 347102']);
  await expect.element(button('Add Selected', agms)).toBeDisabled();
  await expect.element(agms).toMatchTextContent('No AGMs selected');
  await agms.getByRole('checkbox', { name: 'AGM UID 347102' }).click();
  answer('POST /pigrun/updateAgms', { runId: 41 });
  const before = finishedRun();
  const passages = JSON.parse(before.passages) as object[];
  answer('POST /finished/pigrun/synch/', {
    ...before,
    passages: JSON.stringify([...passages, { ...passages[0], uid: 347_102, markerName: null, isVerified: false }]),
  });
  await press('Add Selected', agms);
  await expect.element(toast('1 AGM added')).toBeVisible();
  await expect.element(toast('1 new passage')).toBeVisible();
  const { agms: sent } = JSON.parse(callsOf('POST /pigrun/updateAgms')[0]?.body.path ?? '{}') as { agms: number[] };
  expect(sent).toEqual([1, 2, 3, 4, 5, 347_102]);
});

it('[F-020, F-021] FinishedRunDetails shows a running synch, says that it failed, and repeats it on Retry', async () => {
  expectLogged(/^ApiError/);
  await renderRun();
  const held = holdAnswer('POST /finished/pigrun/synch/');
  await press('Synch Run');
  const progress = page.getByRole('progressbar', { name: 'Synch' });
  await expect.element(progress).toBeVisible();
  held.refuse('internal-error');
  const failure = page.getByRole('alert').filter({ hasText: 'Unable to Synch Pig Run' });
  await expect.element(failure).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expectNone(progress);
  answer('POST /finished/pigrun/synch/', finishedRun());
  await press('Retry', failure);
  await expect.element(toast('No new passages')).toBeVisible();
});

const commands = dialog('Completed Pig Run Broadcast Commands');
const command = (name: string) => commands.getByRole('checkbox', { name, exact: true });
const fault = dialog('Validation Message');

it('[F-006, R-016, W-157] RunBroadcastDialog sends nothing without a command, and of two exclusive ones keeps the last', async () => {
  await renderRun();
  await press('Broadcast Command');
  await press('Send Commands Now', commands);
  await expect.element(fault).toMatchTextContent('At least one broadcast command must be selected.');
  await press('OK', fault);
  await expectNone(fault);
  for (const [one, other, words] of [
    ['Mag only', '22 Hz only', 'Only one settings broadcast command may be selected at a time.'],
    ['Power mode active', 'Power mode low power', 'Power mode active and low power are mutually exclusive.'],
    [
      'Format disk',
      'Download between launch and receive',
      'Format disk and download between dates are mutually exclusive.',
    ],
  ] as const) {
    for (const label of [one, other]) await command(label).click();
    await expect.element(commands.getByRole('status')).toMatchTextContent(words);
    await expect.element(command(one)).not.toBeChecked();
    await expect.element(command(other)).toBeChecked();
    await command(other).click();
  }
  expect(callsOf(BROADCAST)).toEqual([]);
});

it('[B-034, B-035, B-036, L-077] ConfirmRunBroadcast asks with the time of the download, returns to the choice, and sends', async () => {
  await renderRun();
  await press('Broadcast Command');
  await command('Download between launch and receive').click();
  await press('Send Commands Now', commands);
  const question = dialog('Send 1 command to 5 AGMs?');
  await expect.element(question).toMatchTextContent(`${launched} to ${received}`);
  await press('Cancel', question);
  await expect.element(command('Download between launch and receive')).toBeChecked();
  await press('Send Commands Now', commands);
  answer(BROADCAST, { queued: 4, broadcastId: 14, failed: [{ uid: 3, reason: 'Not over satellite.' }] });
  await press('Send', question);
  const outcome = dialog('Information Message');
  await expect.element(outcome).toMatchTextContent('Broadcast commands successfully sent.');
  await expect.element(outcome).toMatchTextContent(/3.*Not over satellite\./);
  expect(callsOf(BROADCAST)).toEqual([{ body: { runId: 41, commandList: ['RFD'] } }]);
});

it('[B-037] RunBroadcastOutcome says with the log id that nothing was sent', async () => {
  expectLogged(/^ApiError/);
  await renderRun();
  await press('Broadcast Command');
  await command('Mag only').click();
  await press('Send Commands Now', commands);
  refuse(BROADCAST, 'run-not-found');
  await press('Send', dialog('Send 1 command to 5 AGMs?'));
  const outcome = dialog('Error Message');
  await expect.element(outcome).toMatchTextContent(`Broadcast commands not successfully sent. LogId = [${LOG_ID}].`);
  await press('OK', outcome);
  await expectNone(page.getByRole('dialog'));
});

const report = dialog('Select Report');

it('ReportDialog offers waveforms only for formats that can contain them', async () => {
  await renderRun();
  await press('Download Report');
  const waveforms = report.getByRole('checkbox', { name: 'Include waveforms' });
  await expect.element(waveforms).toBeDisabled();
  await report.getByRole('radio', { name: 'PDF' }).click();
  await expect.element(waveforms).toBeEnabled();
  await waveforms.click();
  await report.getByRole('radio', { name: 'Summary' }).click();
  await expect.element(waveforms).toBeDisabled();
  await expect.element(waveforms).not.toBeChecked();
  await expectAccessible();
});

it('[T-189] ReportDialog saves the job number by itself, and removes it when the field is empty', async () => {
  await renderRun();
  await press('Download Report');
  const job = report.getByLabelText('Job number');
  await expect.element(button('Save job number', report)).toBeDisabled();
  for (const [typed, sent] of [
    [' J-1042 ', 'J-1042'],
    ['', null],
  ] as const) {
    answer('POST /pigrun/UpdateJobNumber', {});
    answer(RUN, { ...finishedRun(), jobNumber: sent });
    await job.fill(typed);
    await press('Save job number', report);
    await expect.poll(() => fact('Job number')).toBe(sent ?? '–');
    expect(callsOf('POST /pigrun/UpdateJobNumber').at(-1)?.body).toEqual({ runId: 41, jobNumber: sent });
  }
});

it('[F-007, R-015] ReportDialog downloads the chosen report as a file, and saves the job number with it', async () => {
  await renderRun();
  await press('Download Report');
  answer('POST /pigrun/UpdateJobNumber', {});
  answer('POST /pigrun/WriteReport', 'PRO|1|');
  await report.getByLabelText('Job number').fill('J-7');
  await report.getByRole('radio', { name: 'PRO' }).click();
  await report.getByRole('checkbox', { name: 'Include waveforms' }).click();
  await press('Download Report', report);
  await expect.element(toast('Report downloaded')).toBeVisible();
  expect(files.map(({ download }) => download)).toEqual(['Due north_41_report.pro']);
  expect(callsOf('POST /pigrun/UpdateJobNumber')[0]?.body).toEqual({ runId: 41, jobNumber: 'J-7' });
  const choice: Partial<ReportChoice> = { reportType: 'Default', format: 'pro', includeWaveforms: true };
  expect(callsOf('POST /pigrun/WriteReport')[0]?.body).toMatchObject({ runId: 41, ...choice });
});

it('[W-260] ReportDialog offers paper and notes of a PDF, and remembers them', async () => {
  await renderRun();
  answer('POST /pigrun/WriteReport', '%PDF-1.7');
  await press('Download Report');
  expect(report.getByLabelText('Paper').query()).toBeNull();
  await report.getByRole('radio', { name: 'PDF' }).click();
  await report.getByLabelText('Paper').selectOptions('Letter');
  await report.getByRole('checkbox', { name: 'Include notes' }).click();
  await press('Download Report', report);
  await expect.element(toast('Report downloaded')).toBeVisible();
  const paper = { paper: 'letter', includeNotes: true };
  expect(callsOf('POST /pigrun/WriteReport')[0]?.body).toMatchObject({ format: 'pdf', ...paper });
  await press('Download Report');
  await report.getByRole('radio', { name: 'PDF' }).click();
  await expect.element(report.getByLabelText('Paper')).toHaveValue('letter');
  await expect.element(report.getByRole('checkbox', { name: 'Include notes' })).toBeChecked();
});

it('[W-304] ReportDialog begins with the units of the user, for all files but PRO', async () => {
  useUnitStore.setState({ units: 'metric' });
  await renderRun();
  answer('POST /pigrun/WriteReport', 'Marker');
  await press('Download Report');
  const units = report.getByLabelText('Units');
  await expect.element(units).toHaveValue('metric');
  await report.getByRole('radio', { name: 'PRO' }).click();
  await expectNone(units);
  await report.getByRole('radio', { name: 'CSV' }).click();
  await units.selectOptions('US customary');
  await press('Download Report', report);
  await expect.element(toast('Report downloaded')).toBeVisible();
  expect(callsOf('POST /pigrun/WriteReport')[0]?.body).toMatchObject({ format: 'csv', units: 'us' });
});

it('[W-522] ControlPointsDialog downloads the control points in the columns of a profile of the company', async () => {
  await renderRun();
  const profile = { columns: [], timeFormat: 'utc', gapKm: null } as const;
  answer('GET /company/control-profiles', [
    { ...profile, columns: [{ column: 'name', heading: 'AGM', unit: 'm', decimals: 0 }], id: 5, groupId: 3, name: 'A' },
    { ...profile, columns: [{ column: 'name', heading: 'AGM', unit: 'm', decimals: 0 }], id: 6, groupId: 4, name: 'B' },
  ]);
  answer('POST /pigrun/WriteControlPoints', 'AGM');
  await press('Control Points');
  const choices = dialog('Control Points');
  await expect.element(choices.getByLabelText('Columns')).toHaveValue('');
  expect(
    choices
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['All, in meters', 'A']);
  await expectAccessible();
  await choices.getByLabelText('Columns').selectOptions('A');
  await choices.getByRole('radio', { name: 'Excel (XLSX)' }).click();
  await press('Download', choices);
  await expect.element(toast('Control points downloaded')).toBeVisible();
  expect(callsOf('POST /pigrun/WriteControlPoints')[0]?.body).toEqual({ runId: 41, profileId: 5, format: 'xlsx' });
});

it('[W-522] FinishedRunDetails saves the run as a file for maps, and says when it did not download', async () => {
  expectLogged(/^ApiError/);
  await renderRun();
  answer('GET /pigrun/:runId/file', '<kml/>');
  await press('Map file');
  await page.getByRole('menuitem', { name: 'KML (Google Earth)' }).click();
  await expect.element(toast('File downloaded')).toBeVisible();
  expect(callsOf('GET /pigrun/:runId/file')[0]).toEqual({ params: { runId: 41 }, query: { format: 'kml' } });
  refuse('GET /pigrun/:runId/file', 'internal-error');
  await press('Map file');
  await page.getByRole('menuitem', { name: 'Shapefile (zip)' }).click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'The file did not download' })).toBeVisible();
});

it('[W-533] ReportDialog begins with the language of the page, for all files but PRO', async () => {
  await renderRun();
  answer('POST /pigrun/WriteReport', 'Marcador');
  await press('Download Report');
  const language = report.getByLabelText('Language');
  await expect.element(language).toHaveValue('en');
  await report.getByRole('radio', { name: 'PRO' }).click();
  await expectNone(language);
  await report.getByRole('radio', { name: 'CSV' }).click();
  await language.selectOptions('Español');
  await press('Download Report', report);
  await expect.element(toast('Report downloaded')).toBeVisible();
  expect(callsOf('POST /pigrun/WriteReport')[0]?.body).toMatchObject({ format: 'csv', language: 'es' });
});

it('[O-034] FinishedRunDetails mentions that there is no report, and only logs the reason', async () => {
  expectLogged(/^ApiError/);
  await renderRun();
  await press('Download Report');
  refuse('POST /pigrun/WriteReport', 'report-not-possible');
  await press('Download Report', report);
  await expect.element(toast('There is no report of this run')).toBeVisible();
  await expectNone(page.getByRole('dialog'));
  expect(files).toEqual([]);
});

it('FinishedRunDetails cancels a report that is being written', async () => {
  await renderRun();
  await press('Download Report');
  const held = holdAnswer('POST /pigrun/WriteReport');
  await press('Download Report', report);
  await expectNone(report);
  const progress = page.getByRole('progressbar', { name: 'Report' });
  await expect.element(progress).toBeVisible();
  await press('Cancel');
  held.answer('too late');
  await expect.element(toast('Report cancelled')).toBeVisible();
  await expectNone(progress);
  expect(files).toEqual([]);
});

it('[W-549] FinishedDialogs lists the links of a completed run, makes one and revokes one', async () => {
  answer('GET /share', [{ ...SHARE, id: 12, name: 'Refinery' }]);
  answer('POST /share', { ...SHARE, id: 13, name: 'Contractor', token: 'c2VjcmV0' });
  answer('DELETE /share/:id', {});
  await renderRun();
  await press('Share Run');
  const links = dialog('Share Run');
  await expect.element(links.getByText('Refinery')).toBeVisible();
  expect(callsOf('GET /share').map(({ query }) => query)).toEqual([{ runId: 41 }]);
  await press('Make a link', links);
  await dialog('Make a Link').getByLabelText('For').fill('Contractor');
  await press('Make the link', dialog('Make a Link'));
  await press('I have copied it', dialog('Link to the run'));
  expect(callsOf('POST /share')[0]?.body).toMatchObject({ runId: 41, name: 'Contractor' });
  await press('Revoke Refinery', links);
  await press('Revoke', dialog('Revoke link?'));
  await expect.poll(() => callsOf('DELETE /share/:id')).toEqual([{ params: { id: 12 } }]);
});

it('[F-002, R-018] FinishedDialogs deletes a completed run after a confirmation', async () => {
  await renderRun();
  await press('Delete Run');
  const question = dialog('Confirm delete of pig report');
  await press('Cancel', question);
  await expectNone(question);
  expect(callsOf('DELETE /pigrun/:runId')).toEqual([]);
  await press('Delete Run');
  answer('DELETE /pigrun/:runId', {});
  answerList();
  await press('Delete', question);
  await expect.element(toast('Pig run deleted')).toBeVisible();
  await expect.element(page.getByText('No completed runs yet.', { exact: false })).toBeVisible();
  await expectNone(button('Delete Run'));
  expect(callsOf('DELETE /pigrun/:runId')).toEqual([{ params: { runId: 41 } }]);
});

const REOPEN = 'POST /pigrun/reopen';

it('[W-251] ReopenDialog lets a run go on, which leaves the completed ones', async () => {
  await renderRun();
  await press('Reopen Run');
  const asked = dialog('Reopen Pig Run');
  await expect.element(asked).toMatchTextContent('CLN-16-02 on Due north goes on without its receive time');
  await expectAccessible();
  answer(REOPEN, { runId: 41 });
  answerList();
  await press('Reopen', asked);
  await expect.element(toast('Pig run reopened')).toBeVisible();
  expect(callsOf(REOPEN)).toEqual([expect.objectContaining({ body: { runId: 41 } })]);
  await expectNone(button('Reopen Run'));
});

it('[W-251] ReopenDialog says why a run is not reopened', async () => {
  expectLogged(/^ApiError/);
  await renderRun();
  await press('Reopen Run');
  const why = 'AGM 3 of this run watches East (CLN-16-03) now.';
  refuse(REOPEN, 'run-refused', { detail: why });
  await press('Reopen', dialog('Reopen Pig Run'));
  await expect.element(dialog('Reopen Pig Run').getByRole('alert')).toMatchTextContent(why);
});

it.each([
  ['no longer, a day after the run was ended', minutesAgo(1441), 0],
  ['not, without a known end', null, 0],
  ['of a run that was received long ago and ended now', minutesAgo(1), 1],
])('[W-258] FinishedRunDetails offers reopening %s', async (_, endedAt, offered) => {
  await renderRun(writeText(makeRun({ launchAt: minutesAgo(9000), completedAt: minutesAgo(5000), endedAt })));
  expect(button('Reopen Run').elements()).toHaveLength(offered);
});
