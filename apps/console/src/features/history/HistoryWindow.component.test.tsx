import { exampleControlRow } from '@waymark/contract/devices/control-row';
import { exampleHeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import { exampleInfoRow } from '@waymark/contract/devices/info-row';
import { examplePassageRow, type PassageRow } from '@waymark/contract/devices/passage-row';
import type { Role } from '@waymark/contract/roles';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { runFinder } from '#/features/devices/run-of-devices.ts';
import { openDeviceWindow, useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { showDeviceWindows } from '#/features/devices/testing/show-device-windows.tsx';
import { expectTexts } from '#/features/devices/testing/texts.ts';

const UID = 100_234;
const PASSAGES = 'GET /apexagm/:uid/getPassageHistoricData';
const HEARTBEATS = 'GET /apexagm/:uid/getHeartbeatHistoricData';
const VERIFY = 'GET /apexagm/verifyPassage/:uid/:passageId/:flag';

const history = page.getByRole('dialog', { name: 'AGM 100234, Historic Data' });
const rows = history.getByRole('row').filter({ has: page.getByRole('cell') });
const head = (label: string) => history.getByRole('columnheader', { name: label, exact: true });
const button = (name: string) => history.getByRole('button', { name, exact: true });
const count = history.getByRole('status');
const dates = history.getByRole('search', { name: 'Dates, UTC' });

/** A passage for each minute; the history shows the latest first. */
const makePassage = (number: number): PassageRow => ({
  ...examplePassageRow,
  passageId: 1000 + 3 * number,
  elfId: 1000 + 3 * number,
  geoId: null,
  magId: 1001 + 3 * number,
  detectionCount: number,
  passageTimeStamp: `2026-03-16 09:${String(number % 60).padStart(2, '0')}:00.000`,
  passageTimeEndOfSnip: `2026-03-16 09:${String(number % 60).padStart(2, '0')}:15.000`,
});

/** The passages on the server, the oldest first. */
let passages: PassageRow[];

beforeEach(() => {
  passages = Array.from({ length: 16 }, (_, at) => makePassage(101 + at));
  answer(PASSAGES, ({ query }) => {
    const { page: number, rowsPerPage, descending, startDate } = query;
    const found = startDate === undefined ? passages : passages.slice(2);
    const ordered = descending ? found.toReversed() : found;
    const first = (number - 1) * rowsPerPage;
    return { rowsNumber: found.length, passageEventList: ordered.slice(first, first + rowsPerPage) };
  });
  answer(HEARTBEATS, {
    rowsNumber: 1,
    heartbeatList: [{ ...exampleHeartbeatRow, powerSupplyState: 1, internalAntennaFoldState: 0 }],
  });
});

async function open(role: Role = 'admin'): Promise<void> {
  loadDevices({});
  showDeviceWindows(role);
  openDeviceWindow('history', UID);
  await expect.element(history).toBeVisible();
}

const showTab = (name: string) => history.getByRole('tab', { name, exact: true }).click();

it('[H-001, H-002, H-003, H-004, H-018] HistoryWindow has four tabs and shows passages first', async () => {
  await open();
  await expectTexts(history.getByRole('tab'), ['Passage', 'Heartbeat', 'Device Info', 'Settings']);
  await expectTexts(history.getByRole('columnheader'), [
    'Timestamp',
    'Detection Count',
    'Frequency',
    'Source',
    'ML',
    'Verified',
    'Latitude',
    'Longitude',
    'Data',
    'Actions',
  ]);
  await expect
    .element(rows.first())
    .toMatchTextContent(/^2026-03-16 09:56:00\.000116ELF 22 HzOnlineELF.*Unverified36\.1301-96\.0302ELFMAG/);
  await expect.element(count).toHaveTextContent('16 passages');
  await expectAccessible(history.element());
});

it('[H-011, H-012, H-013, H-057] HistoryWindow requests pages of 15, newest first', async () => {
  await open();
  await expect.element(rows).toHaveLength(15);
  await expect.element(head('Timestamp')).toHaveAttribute('aria-sort', 'descending');
  await button('Next page').click();
  await expectTexts(rows, [/101ELF/]);
  await expect.element(history.getByText('16–16 of 16')).toBeVisible();
  expect(callsOf(PASSAGES).map(({ query }) => query)).toMatchObject([
    { page: 1, rowsPerPage: 15, sortBy: 'passageTimeStamp', descending: true },
    { page: 2, rowsPerPage: 15, sortBy: 'passageTimeStamp', descending: true },
  ]);
});

it('HistoryWindow sorts by another column from page 1 and reverses the order', async () => {
  await open();
  await button('Next page').click();
  await expect.element(rows).toHaveLength(1);
  await button('Detection Count').click();
  await expect.element(head('Detection Count')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(rows).toHaveLength(15);
  await expect.element(rows.first()).toMatchTextContent('101ELF');
  await button('Detection Count').click();
  await expect.element(head('Detection Count')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(rows.first()).toMatchTextContent('116ELF');
});

it('HistoryWindow shows the columns that the user chooses and at least one', async () => {
  await open();
  await button('Columns').click();
  await page.getByRole('menuitemcheckbox', { name: 'Latitude' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Passage ID' }).click();
  await expect.element(head('Passage ID')).toBeInTheDocument();
  await expect.element(head('Latitude')).not.toBeInTheDocument();
  for (const label of ['Timestamp', 'Detection Count', 'Frequency', 'Source', 'ML', 'Verified', 'Longitude', 'Data'])
    await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click();
  await expectTexts(history.getByRole('columnheader'), ['Passage ID', 'Actions']);
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Passage ID' })).toBeDisabled();
});

it('[W-159] HistoryWindow limits the range to the run of its device by a preset', async () => {
  runFinder.put((uid) =>
    uid === UID ? { name: 'Cushing - Tulsa 16', launchAt: Date.UTC(2026, 2, 16, 9) } : undefined,
  );
  await open();
  await expect.element(rows.first()).toBeVisible();
  await button('Presets').click();
  await page.getByRole('menuitem', { name: 'This run (Cushing - Tulsa 16)' }).click();
  await expect.element(dates.getByLabelText('From')).toHaveValue('2026-03-16 09:00:00');
  await expect.poll(() => callsOf(PASSAGES).at(-1)?.query).toMatchObject({ startDate: Date.UTC(2026, 2, 16, 9) });
  runFinder.put(() => undefined);
});

it('[H-005, H-006, H-007, H-008, H-041] HistoryWindow filters by whole days on Filter and clears the dates on Clear', async () => {
  await open();
  await dates.getByLabelText('From').fill('2026-02-30');
  await dates.getByRole('button', { name: 'Filter' }).click();
  await expect.element(dates.getByText('Invalid date')).toBeVisible();
  await expect.element(count).toHaveTextContent('16 passages');
  await dates.getByLabelText('From').fill('2026-03-17');
  await dates.getByLabelText('To').fill('2026-03-16');
  await dates.getByRole('button', { name: 'Filter' }).click();
  await expect.element(dates.getByText('From is after To')).toBeVisible();
  await dates.getByLabelText('From').fill('2026-03-16');
  await userEvent.keyboard('{Enter}');
  await expect.element(count).toHaveTextContent('14 passages');
  expect(callsOf(PASSAGES).at(-1)?.query).toMatchObject({
    startDate: Date.UTC(2026, 2, 16),
    endDate: Date.UTC(2026, 2, 16, 23, 59, 59),
  });
  await dates.getByRole('button', { name: 'Clear' }).click();
  await expect.element(count).toHaveTextContent('16 passages');
  await expect.element(dates.getByLabelText('From')).toHaveValue('');
  await expect.element(dates.getByRole('button', { name: 'Clear' })).toBeDisabled();
});

it('[H-009] HistoryWindow reloads the rows on Refresh', async () => {
  await open();
  await expect.element(rows.first()).toMatchTextContent('116ELF');
  passages = [{ ...makePassage(117), detectionCount: 4711 }];
  await button('Refresh').click();
  await expectTexts(rows, [/4711ELF/]);
});

it('HistoryWindow offers new rows on pages that do not show them by themselves', async () => {
  await open();
  await button('Next page').click();
  await expect.element(rows).toHaveLength(1);
  passages.push(makePassage(117));
  hear('ReceivePassage', { ...(passages[16] as PassageRow), packetComplexInformation: 0 });
  await button('New rows').click();
  await expect.element(rows.first()).toMatchTextContent('117ELF');
  await expect.element(button('New rows')).not.toBeInTheDocument();
});

it('[H-030, H-032, H-034] HistoryWindow describes heartbeats in words', async () => {
  await open();
  await showTab('Heartbeat');
  await expect.element(count).toHaveTextContent('1 heartbeat');
  for (const words of ['-85 dBm', '8.62 V', 'External', 'Folded in'])
    await expect.element(rows).toMatchTextContent(words);
});

it('[H-035, H-036, H-037, H-038] HistoryWindow describes device info and settings in words', async () => {
  answer('GET /apexagm/:uid/getDeviceInformationResponseHistoricData', {
    rowsNumber: 1,
    deviceInformationResponseList: [exampleInfoRow],
  });
  answer('GET /apexagm/:uid/getControlSettingsResponseHistoricData', {
    rowsNumber: 1,
    controlSettingsResponseList: [exampleControlRow],
  });
  await open();
  await showTab('Device Info');
  await expect.element(rows).toMatchTextContent(/2026-03-18 00:04:02.*10\.71/);
  await showTab('Settings');
  await expect.element(rows).toMatchTextContent('Low PowerEvery 30 minutesOn');
  await expect.element(rows).toMatchTextContent('MAG, High, On22 Hz, High, On22 Hz, Medium, Off');
  await expect.element(button('CSV')).not.toBeInTheDocument();
});

it('HistoryWindow says that a tab is empty or a filter finds nothing', async () => {
  passages = [];
  answer(HEARTBEATS, { rowsNumber: 0, heartbeatList: [] });
  await open();
  await expect.element(history.getByText('No passages', { exact: true })).toBeVisible();
  await expect.element(button('CSV')).toBeDisabled();
  await showTab('Heartbeat');
  await expect.element(history.getByText('No heartbeats', { exact: true })).toBeVisible();
  await dates.getByLabelText('From').fill('2026-03-16');
  await userEvent.keyboard('{Enter}');
  await expect.element(history.getByText('No heartbeats in this time')).toBeVisible();
});

it('[E-003] HistoryWindow says that a page did not load, keeps the rows and loads it on Retry', async () => {
  await open();
  await expect.element(rows).toHaveLength(15);
  expectLogged(/ApiError/);
  refuse(PASSAGES, 'internal-error');
  await button('Next page').click();
  const failure = page.getByRole('alert').filter({ hasText: 'History did not load' });
  await expect.element(failure).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(rows).toHaveLength(15);
  await expect.element(history.getByText('1–15 of 16')).toBeVisible();
  answer(PASSAGES, { rowsNumber: 16, passageEventList: [makePassage(101)] });
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows).toHaveLength(1);
});

it('HistoryWindow shows why the first page did not load and loads it on Retry', async () => {
  expectLogged(/ApiError/);
  refuse(PASSAGES, 'internal-error');
  await open();
  await expect.element(history.getByRole('alert')).toMatchTextContent('internal error');
  answer(PASSAGES, { rowsNumber: 1, passageEventList: [makePassage(101)] });
  await button('Retry').click();
  await expect.element(rows).toHaveLength(1);
});

it('[H-049, P-019, P-041] HistoryWindow lets an admin verify a passage and take it back', async () => {
  answer(VERIFY, ({ params: { flag } }) => flag);
  await open();
  await rows.first().getByRole('button', { name: 'Unverified' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await rows.first().getByRole('button', { name: 'Verified', exact: true }).click();
  await expect.element(rows.first().getByRole('button', { name: 'Unverified' })).toBeVisible();
  expect(callsOf(VERIFY).map(({ params }) => params)).toEqual([
    { uid: UID, passageId: makePassage(116).passageId, flag: true },
    { uid: UID, passageId: makePassage(116).passageId, flag: false },
  ]);
  await expect.element(button('CSV')).toBeEnabled();
});

it('[H-017, P-034] HistoryWindow says in a dialog why a passage cannot be verified', async () => {
  refuse(VERIFY, 'passage-not-verifiable', { detail: 'Marker has a previously verified passage !' });
  await open();
  await rows.nth(1).getByRole('button', { name: 'Unverified' }).click();
  const refusal = page.getByRole('dialog', { name: 'Passage not verified' });
  await expect.element(refusal).toMatchTextContent(/Marker has a previously verified passage !(?!.*LogId)/);
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(refusal).not.toBeInTheDocument();
  await expect.element(rows.nth(1).getByRole('button', { name: 'Unverified' })).toBeVisible();
});

it('[H-060] HistoryWindow deletes a passage after a confirmation', async () => {
  answer('DELETE /apexagm/passage/:uid/:passageId', ({ params: { passageId } }) => {
    passages = passages.filter((row) => row.passageId !== passageId);
    return {};
  });
  await open();
  await rows.first().getByRole('button', { name: 'Delete passage' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this passage?' });
  await expect
    .element(question)
    .toMatchTextContent('Detection Count 116 / 2026-03-16 09:56:00.000, with all its records.');
  expect(callsOf('DELETE /apexagm/passage/:uid/:passageId')).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(count).toHaveTextContent('15 passages');
  await expect.element(rows.first()).toMatchTextContent('115ELF');
});

it('HistoryWindow shows passages that were verified or deleted elsewhere at once', async () => {
  await open();
  await expect.element(rows).toHaveLength(15);
  const [last] = passages.splice(-1) as [PassageRow];
  const verified = { ...makePassage(115), isVerified: true };
  passages[14] = verified;
  hear('ReceivePassageUpdate', { uid: UID, passageIds: [last.passageId], passage: null });
  hear('ReceivePassageUpdate', { uid: UID, passageIds: [verified.passageId], passage: verified });
  await expect.element(rows.first()).toMatchTextContent(/115ELF.*Verified/);
  await expect.element(count).toHaveTextContent('15 passages');
});

it('[H-050, H-052, P-044] HistoryWindow lets a viewer look and change nothing', async () => {
  await open('viewer');
  await expect.element(rows.first()).toMatchTextContent('Unverified');
  for (const name of ['Unverified', 'Delete passage', 'CSV', 'Run info'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(button('Refresh')).toBeVisible();
});

it('[H-010, H-048] HistoryWindow exports the visible columns and order as a file', async () => {
  answer('GET /apexagm/:uid/exportPassages', 'Timestamp,Detection Count\r\n2026-03-16,116\r\n2026-03-16,115\r\n');
  await open();
  await button('Detection Count').click();
  await expect.element(head('Detection Count')).toHaveAttribute('aria-sort', 'ascending');
  const { name, text } = await catchFile(() => button('CSV').click());
  expect(name).toMatch(/^100234-Passage-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain('Timestamp,Detection Count');
  await expect.element(page.getByRole('status').filter({ hasText: 'Exported 2 rows' })).toBeVisible();
  expect(callsOf('GET /apexagm/:uid/exportPassages')[0]?.query).toMatchObject({
    columns: expect.stringMatching(/^passageTimeStamp,detectionCount,/),
    sortBy: 'detectionCount',
    descending: false,
  });
});

it('HistoryWindow cancels an export', async () => {
  const held = holdAnswer('GET /apexagm/:uid/exportHeartbeats');
  await open();
  await showTab('Heartbeat');
  await button('CSV').click();
  await expect.element(history.getByRole('progressbar', { name: 'Export' })).toBeVisible();
  await button('Cancel').click();
  held.answer('UID\r\n');
  await expect.element(page.getByText('Export cancelled')).toBeVisible();
  await expect.element(button('CSV')).toBeEnabled();
});

it('HistoryWindow opens the chart of a passage and marks its row', async () => {
  expectLogged(/ApiError/);
  refuse('GET /apexagm/passage/:uid/:passageId', 'passage-not-found');
  await open();
  await rows.nth(2).getByRole('button', { name: '2026-03-16 09:54:00.000' }).click();
  await expect.element(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  expect(useDeviceWindows.getState().open).toMatchObject([
    { kind: 'history' },
    { kind: 'passage', uid: UID, passageId: makePassage(114).passageId, source: 'historic_data' },
  ]);
  await expect.element(page.getByText('This passage is no longer there: somebody has deleted it.')).toBeVisible();
});

it('HistoryWindow verifies, deletes and exports nothing while the console is offline', async () => {
  await open();
  await expect.element(rows.first().getByRole('button', { name: 'Unverified' })).toBeEnabled();
  setOffline();
  await expect.element(rows.first().getByRole('button', { name: 'Unverified' })).toBeDisabled();
  await expect.element(rows.first().getByRole('button', { name: 'Delete passage' })).toBeDisabled();
  await expect.element(button('CSV')).toBeDisabled();
});
