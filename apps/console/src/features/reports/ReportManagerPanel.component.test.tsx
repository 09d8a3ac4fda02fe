import { exampleDownloadRow } from '@waymark/contract/downloads/download-row';
import { devicesRoutes } from '@waymark/contract/routes/devices';
import { finishedRunsRoutes } from '@waymark/contract/routes/finished-runs';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { useDownloadWindows } from './downloads/download-windows.ts';
import { ReportManagerPanel } from './ReportManagerPanel.tsx';
import { useReports } from './reports-store.ts';

const RUNS = 'GET /pigrun/finished';
const VALIDATE = 'POST /pigrun/ValidateDownloadRecordedPassageDataRequest';
const FIRMWARE = 'POST /pigrun/ValidateDownloadRecordedPassageDataRequestFirmware';
const START = 'POST /pigrun/DownloadRecordedPassageDataRequest';
const SESSION = 'GET /pigrun/GetDownloadRecordedPassageDataRequestDetail/:sessionId';
const RESUME = 'POST /pigrun/ResumeDownloadRecordedPassageDataRequest/:sessionId';
const END = 'GET /pigrun/EndDownloadRecordedPassageDataSession/:sessionId';

const [RUN] = finishedRunsRoutes.listFinishedRuns.example.reply.runList;
const [DEVICE] = devicesRoutes.listDevices.example.reply;
const FREE: ReplyAt<typeof VALIDATE> = {
  isValidRequest: true,
  name: null,
  createdDate: null,
  downloadRecordedPassageDataSessionId: null,
};
const OPEN: ReplyAt<typeof VALIDATE> = {
  isValidRequest: false,
  name: 'Kim Lee',
  createdDate: '2026-03-18 10:02:11.204000',
  downloadRecordedPassageDataSessionId: 17,
};
const PROGRESS: ReplyAt<typeof SESSION> = {
  downloadRecordedPassageDataSessionRequestList: [{ ...exampleDownloadRow, uId: 101 }],
  sessionId: 17,
  name: 'Kim Lee',
  createdDate: '2026-03-18 10:02:11.204000',
  launchDate: '2026-03-18 00:00:00',
  receiveDate: '2026-03-18 09:30:00',
  endedDate: null,
  failed: [],
};

const message = page.getByRole('dialog');
const ok = message.getByRole('button', { name: 'OK' });
const start = page.getByRole('textbox', { name: 'Start (UTC)' });
const end = page.getByRole('textbox', { name: 'End (UTC)' });
const generate = page.getByRole('button', { name: 'Generate Report' });
const download = page.getByRole('button', { name: 'Download Recorded Passage Data…' });
const runs = page.getByRole('list', { name: 'Completed runs' }).getByRole('button');

beforeEach(() => {
  answer(RUNS, { rowsNumber: 1, runList: [RUN] });
  answer('GET /pigrun/user/get-user', {
    id: 7,
    name: 'Dana Reyes',
    email: 'dana.reyes@example.com',
    role: 'admin',
    phone: '',
    a2PMessagingOptInState: true,
    units: null,
    companyUnits: 'us',
    language: null,
    companyLanguage: 'en',
    times: 'utc',
    timeZone: null,
  });
  deviceStore.replaceAll([101, 102, 103].map((uid) => ({ ...readDevice(DEVICE), uid, isConnected: uid === 101 })));
});

const show = () => render(<ReportManagerPanel />);

async function showByAgms(): Promise<void> {
  show();
  await page.getByText('By Agm(s)').click();
  await expect.element(start).toBeVisible();
}

async function fillTimes(): Promise<void> {
  await start.fill('2026-03-18 00:00:00');
  await end.fill('2026-03-18 09:30:00');
}

async function selectAgms(): Promise<void> {
  await page.getByRole('button', { name: 'Select Agms' }).click();
  await message.getByRole('button', { name: 'All' }).click();
  await message.getByRole('button', { name: 'Select', exact: true }).click();
  await expect.element(page.getByRole('list', { name: 'Selected AGMs' })).toBeVisible();
}

async function expectMessage(title: string, text: string): Promise<void> {
  await expect.element(message).toHaveAccessibleName(title);
  await expect.element(message).toMatchTextContent(text);
  await ok.click();
  await expect.element(message).not.toBeInTheDocument();
}

it('[O-003] ReportManagerPanel says that there is no completed run for a report', async () => {
  answer(RUNS, { rowsNumber: 0, runList: [] });
  show();
  await expect.element(page.getByText('There are no completed pig runs to report on.')).toBeVisible();
});

it('[O-001, O-004, O-005] ReportManagerPanel reports on the chosen run, optionally on its verified passages only', async () => {
  show();
  await expect.element(runs.first()).toBeVisible();
  await generate.click();
  await expectMessage('Information Message', 'A completed pig run must be selected.');
  await expect.element(generate).toHaveFocus();
  await runs.first().click();
  await expect.element(page.getByText(`Selected: ${RUN.pigRunName}, run ${RUN.runId}`)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Verified passages only' }).click();
  await expectAccessible();
  await generate.click();
  await expect
    .poll(() => useReports.getState().open?.report)
    .toEqual({ by: 'run', runId: RUN.runId, runName: RUN.pigRunName, timeZone: RUN.timeZone, isVerifiedOnly: true });
});

it('ReportManagerPanel searches completed runs on the server and says that none is found', async () => {
  answer(RUNS, ({ query: { search } }) =>
    search === 'north' ? { rowsNumber: 0, runList: [] } : { rowsNumber: 1, runList: [RUN] },
  );
  show();
  await page.getByRole('searchbox', { name: 'Find a completed run' }).fill(' north ');
  await expect.element(page.getByText('No results')).toBeVisible();
});

it('[O-002, O-006, O-007] ReportManagerPanel masks the times of a report by AGMs', async () => {
  await showByAgms();
  await start.click();
  await userEvent.keyboard('20260318000651');
  await expect.element(start).toHaveValue('2026-03-18 00:06:51');
  await end.click();
  await userEvent.keyboard('20260318093000');
  await expect.element(end).toHaveValue('2026-03-18 09:30:00');
  await expect.element(runs.first()).not.toBeInTheDocument();
});

it('[O-050, O-051, O-052, O-053] ReportManagerPanel names the missing entries of a report by AGMs one after the other', async () => {
  const title = 'Invalid report parameter.';
  await showByAgms();
  await generate.click();
  await expectMessage(title, 'The start date is not valid.');
  await start.fill('2026-03-18 00:00:00');
  await generate.click();
  await expectMessage(title, 'The end date is not valid.');
  await end.fill('2026-03-17 00:00:00');
  await generate.click();
  await expectMessage(title, 'The start date must be before the end date.');
  await end.fill('2026-03-18 09:30:00');
  await generate.click();
  await expectMessage(title, 'At least one uid value must be selected.');
  expect(useReports.getState().open).toBeNull();
});

it('[O-008] SelectAgmsDialog selects all, none or single devices, and only what the search finds', async () => {
  await showByAgms();
  await page.getByRole('button', { name: 'Select Agms' }).click();
  const status = message.getByRole('status');
  await expect.element(status).toHaveTextContent('0 of 3 selected');
  await message.getByRole('button', { name: 'All' }).click();
  await expect.element(status).toHaveTextContent('3 of 3 selected');
  await expectAccessible();
  await message.getByRole('searchbox', { name: 'Find a UID' }).fill('102');
  await expect.element(message.getByRole('group', { name: 'Select of what is found' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await message.getByRole('button', { name: 'None' }).click();
  await expect.element(status).toHaveTextContent('2 of 3 selected');
  await message.getByRole('button', { name: 'Select', exact: true }).click();
  const chosen = page.getByRole('list', { name: 'Selected AGMs' }).getByRole('listitem');
  await expect.element(chosen.first()).toBeVisible();
  expect(chosen.elements().map((item) => item.textContent)).toEqual(['101', '103']);
  await expect.element(page.getByText('2 selected, 1 connected, 1 offline')).toBeVisible();
});

it('SelectAgmsDialog discards a selection that was not confirmed', async () => {
  await showByAgms();
  await page.getByRole('button', { name: 'Select Agms' }).click();
  await message.getByRole('button', { name: 'All' }).click();
  await message.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(page.getByText('No AGMs selected')).toBeVisible();
});

it('ReportManagerPanel keeps the choice while the other type is shown', async () => {
  await showByAgms();
  await fillTimes();
  await page.getByText('By Completed Pig Run').click();
  await runs.first().click();
  await page.getByText('By Agm(s)').click();
  await expect.element(start).toHaveValue('2026-03-18 00:00:00');
  await page.getByText('By Completed Pig Run').click();
  await expect.element(runs.first()).toHaveAttribute('aria-pressed', 'true');
});

it('[O-054, O-055, O-056] RecordedDataSection names missing entries before it calls the server', async () => {
  const title = 'Download Recorded Passage Data Validation';
  show();
  await download.click();
  await expectMessage('Information Message', 'A completed pig run must be selected.');
  await page.getByText('By Agm(s)').click();
  await download.click();
  await expectMessage(title, 'The start date in the enter report parameters section is not valid.');
  await start.fill('2026-03-18 00:00:00');
  await download.click();
  await expectMessage(title, 'The end date in the enter report parameters section is not valid.');
  await end.fill('2026-03-17 00:00:00');
  await download.click();
  await expectMessage(title, 'The start date in the enter report parameters section must be before the end date.');
  await end.fill('2026-03-18 09:30:00');
  await download.click();
  await expectMessage(title, 'At least one uid value must be selected in the enter report parameters section.');
  expect(callsOf(VALIDATE)).toEqual([]);
});

it('[O-040, O-044, O-045, O-046] RecordedDataSection validates, checks the firmware, requests the data and opens the progress', async () => {
  answer(VALIDATE, FREE);
  answer(FIRMWARE, { isFirmwareValidForRequest: true, uidList: [] });
  answer(START, 18);
  answer(SESSION, { ...PROGRESS, sessionId: 18 });
  await showByAgms();
  await fillTimes();
  await selectAgms();
  await download.click();
  await expect.element(page.getByRole('list', { name: 'Download sessions' })).toMatchTextContent('Session 18');
  expect(useDownloadWindows.getState().sessions).toMatchObject([{ sessionId: 18, isShown: true }]);
  const [launchDate, receiveDate] = [Date.UTC(2026, 2, 18), Date.UTC(2026, 2, 18, 9, 30)];
  const body = { launchDate, receiveDate, uidList: [101, 102, 103] };
  expect([callsOf(VALIDATE), callsOf(START)]).toEqual([[{ body }], [{ body }]]);
  expect(callsOf(FIRMWARE)).toEqual([{ body: { uidList: [101, 102, 103] } }]);
});

it('[W-246] RecordedDataSection requests the data of all devices if one of them can send it', async () => {
  answer(VALIDATE, FREE);
  answer(FIRMWARE, { isFirmwareValidForRequest: false, uidList: [102, 103] });
  answer(START, 18);
  answer(SESSION, { ...PROGRESS, sessionId: 18 });
  await showByAgms();
  await fillTimes();
  await selectAgms();
  await download.click();
  await expect.element(page.getByRole('list', { name: 'Download sessions' })).toMatchTextContent('Session 18');
  expect(callsOf(START)).toMatchObject([{ body: { uidList: [101, 102, 103] } }]);
});

it('[O-072] RecordedDataSection names the devices if the firmware of all is too old, and requests nothing', async () => {
  answer(VALIDATE, FREE);
  answer(FIRMWARE, { isFirmwareValidForRequest: false, uidList: [101, 102, 103] });
  await showByAgms();
  await fillTimes();
  await selectAgms();
  await download.click();
  await expectMessage(
    'Download Recorded Passage Data Validation',
    'The firmware for the AGM(s) [101, 102, 103] must be upgraded to download recorded passage data.',
  );
  expect(callsOf(START)).toEqual([]);
});

async function meetOpenSession(): Promise<void> {
  answer(VALIDATE, OPEN);
  answer(SESSION, PROGRESS);
  await showByAgms();
  await fillTimes();
  await selectAgms();
  await download.click();
  await expect.element(message.getByRole('button', { name: 'Cancel' })).toHaveFocus();
}

it('[O-041, O-073] RecordedDataSection names who started an open session and keeps that session on Cancel', async () => {
  await meetOpenSession();
  await expect
    .element(message)
    .toMatchTextContent('was started by Kim Lee on Mar 18, 2026 utilizing AGMs = [101] that is still open.');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(download).toHaveFocus();
  expect([callsOf(RESUME), callsOf(END), callsOf(START)]).toEqual([[], [], []]);
});

it('[O-042] RecordedDataSection resumes an open session and shows its progress', async () => {
  await meetOpenSession();
  answer(RESUME, {});
  await message.getByRole('button', { name: 'Resume' }).click();
  await expect.element(page.getByRole('list', { name: 'Download sessions' })).toMatchTextContent('Session 17');
  expect(callsOf(RESUME)).toEqual([{ params: { sessionId: 17 } }]);
});

it('[O-043] RecordedDataSection ends an open session on OK and starts again', async () => {
  await meetOpenSession();
  answer(END, () => {
    answer(VALIDATE, FREE);
    return {};
  });
  answer(FIRMWARE, { isFirmwareValidForRequest: true, uidList: [] });
  answer(START, 18);
  await ok.click();
  await expect.element(page.getByRole('list', { name: 'Download sessions' })).toBeVisible();
  expect(callsOf(START)).toHaveLength(1);
  expect(callsOf(END)).toEqual([{ params: { sessionId: 17 } }]);
});

it('RecordedDataSection reports a failure with its log id', async () => {
  expectLogged(/^ApiError/);
  refuse(VALIDATE, 'internal-error');
  await showByAgms();
  await fillTimes();
  await selectAgms();
  await download.click();
  await expect.element(message).toMatchTextContent(`LogId = [${LOG_ID}]`);
});

it('RecordedDataSection does not start while the console is offline', async () => {
  show();
  await expect.element(download).toBeEnabled();
  setOffline();
  await expect.element(download).toBeDisabled();
  await expect.element(download).toHaveAttribute('title', expect.stringMatching(/^You are offline/));
});
