import { exampleDownloadRow, type DownloadRow } from '@waymark/contract/downloads/download-row';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { DownloadWindows } from './DownloadWindows.tsx';
import { showSession, useDownloadWindows } from './download-windows.ts';

const READ = 'GET /pigrun/GetDownloadRecordedPassageDataRequestDetail/:sessionId';
const RESUME = 'POST /pigrun/ResumeDownloadRecordedPassageDataRequest/:sessionId';
const END = 'GET /pigrun/EndDownloadRecordedPassageDataSession/:sessionId';
const CANCEL = 'GET /pigrun/CancelDownloadRecordedPassageDataRequest/:sessionId';
const RANGE = 'GET /pigrun/GetCommandQueueDetail/:cId';
type Session = ReplyAt<typeof READ>;

const row = (uId: number, cId: number, change: Partial<DownloadRow> = {}): DownloadRow => ({
  ...exampleDownloadRow,
  uId,
  cId,
  ...change,
});
const COMPLETE = { downloadState: 'DC', packetsReceived: 31 } as const;
const session = (rows: readonly DownloadRow[], change: Partial<Session> = {}): Session => ({
  downloadRecordedPassageDataSessionRequestList: [...rows],
  sessionId: 17,
  name: 'Kim Lee',
  createdDate: '2026-03-18 10:02:11.204000',
  launchDate: '2026-03-18 00:00:00',
  receiveDate: '2026-03-18 09:30:00',
  endedDate: null,
  failed: [],
  ...change,
});
const two = [row(102, 2), row(101, 1, { ...COMPLETE, packetsTotal: 31 })];
const ENDED = { endedDate: '2026-03-18 11:00:00' } as const;

const shown = dialog('Download Recorded Passage Data, Session 17');
const rows = shown.getByRole('row').filter({ has: page.getByRole('button') });
const kept = () => useDownloadWindows.getState().sessions;

beforeEach(() => loadDevices({ uId: 101 }, { uId: 102 }));

function show(reply?: Session): void {
  if (reply) answer(READ, reply);
  showSession(17);
  render(<DownloadWindows />);
}

it('lists the AGMs by number with their packets, and the share of all', async () => {
  show(session(two));
  await expectTexts(rows, [/^101Download Complete31 of 31/, /^102Downloading12 of 31/]);
  await expect.element(shown.getByRole('status').first()).toMatchTextContent('1 of 2 AGMs complete');
  await expect.element(shown.getByRole('progressbar', { name: 'All AGMs' })).toHaveAttribute('aria-valuenow', '69');
  await expect.element(shown.getByText('43 packets')).toBeVisible();
  await expectAccessible();
});

it('follows the packets of its rows by events, and ignores those of other downloads', async () => {
  show(session(two));
  await expect.poll(() => rows.elements().length).toBe(2);
  hear('ReceiveDownloadRecordedPassageData', row(102, 99, { packetsReceived: 30 }));
  hear('ReceiveDownloadRecordedPassageData', row(102, 2, { packetsReceived: 20 }));
  await expectTexts(rows, [/^101/, /^102Downloading20 of 31/]);
  expect(callsOf(READ).length).toBe(1);
});

it('progress that did not load says so, and loads on request', async () => {
  expectLogged(/^ApiError/);
  refuse(READ, 'internal-error');
  show();
  await expect.element(shown.getByRole('alert')).toMatchTextContent(/^Progress did not load/);
  answer(READ, session(two));
  await press('Retry', shown);
  await expect.poll(() => rows.elements().length).toBe(2);
});

it('names the AGMs that get nothing, with the reason', async () => {
  show(session(two, { failed: [{ uid: 103, reason: 'Not over satellite.' }] }));
  await expectTexts(shown.getByRole('list', { name: /Not, or not all/ }).getByRole('listitem'), [
    '103Not over satellite.',
  ]);
});

it('shows the range of a row on request, and asks for it once', async () => {
  show(session(two));
  answer(RANGE, { fileNamesStartDate: '2026-03-18 00:00:00', fileNamesEndDate: '2026-03-18 09:30:00' });
  const toggle = rows.nth(1).getByRole('button');
  await toggle.click();
  await expect
    .element(shown.getByText('Asked for 2026-03-18 00:00:00 to 2026-03-18 09:30:00 UTC, command 2'))
    .toBeVisible();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expectNone(shown.getByText(/^Asked for/));
  expect(callsOf(RANGE).map(({ params }) => params.cId)).toEqual([2]);
});

it('a range that did not load says so with its log id, and its row closes', async () => {
  expectLogged(/^ApiError/);
  refuse(RANGE, 'internal-error');
  show(session(two));
  await rows.first().getByRole('button').click();
  const message = dialog('Service Exception');
  await expect.element(message).toMatchTextContent(`LogId = [${LOG_ID}]`);
  await press('OK', message);
  await expectNone(message);
  await expect.element(rows.first().getByRole('button')).toHaveAttribute('aria-expanded', 'false');
});

it('asks again for what is missing, once while the server has not answered', async () => {
  show(session(two));
  const held = holdAnswer(RESUME);
  await press('Resume', shown);
  await expect.element(button('Resume', shown)).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Resume', shown)).not.toHaveAttribute('disabled');
  await expect.element(button('End Session', shown)).toBeDisabled();
  await button('Resume', shown).click({ force: true });
  expect(callsOf(RESUME).length).toBe(1);
  held.answer({});
  await expect.element(page.getByText('What is missing is asked for again')).toBeVisible();
  await expect.poll(() => callsOf(READ).length).toBe(2);
});

it('a session of which nothing is missing cannot be asked for again, but ended', async () => {
  show(session([row(101, 1, { ...COMPLETE, packetsTotal: 31 })]));
  await expect.element(button('Resume', shown)).toBeDisabled();
  answer(END, {});
  answer(READ, session(two, ENDED));
  await press('End Session', shown);
  await expect.element(shown.getByText(/^Ended at 2026-03-18 11:00:00 UTC, 1 of 2/)).toBeVisible();
  await expectNone(button('Resume', shown));
});

it('a cancellation asks first, and Go On keeps the session', async () => {
  show(session(two));
  const question = dialog('Cancel this download?');
  await press('Cancel Download', shown);
  await press('Go On', question);
  await expectNone(question);
  await expect.element(button('Cancel Download', shown)).toHaveFocus();
  answer(CANCEL, {});
  answer(READ, session(two, ENDED));
  await press('Cancel Download', shown);
  await press('Cancel Download', question);
  await expect.element(page.getByText('Download cancelled')).toBeVisible();
  expect(callsOf(CANCEL).map(({ params }) => params.sessionId)).toEqual([17]);
});

it.each([
  ['Resume', RESUME, 'Service Exception'],
  ['End Session', END, 'Report Manager Service Exception'],
] as const)(
  '%s that the server refuses says so with the log id, and reads the session again',
  async (act, call, title) => {
    show(session(two));
    expectLogged(/^ApiError/);
    refuse(call, 'internal-error');
    await press(act, shown);
    await expect.element(dialog(title)).toMatchTextContent(`LogId = [${LOG_ID}]`);
    await userEvent.keyboard('{Escape}');
    await expectNone(dialog(title));
    await expect.element(button(act, shown)).toHaveFocus();
    await expect.poll(() => callsOf(READ).length).toBe(2);
  },
);

it('offline nothing is resumed, ended or cancelled, and the files can be opened', async () => {
  show(session(two));
  await expect.element(button('Resume', shown)).toBeEnabled();
  setOffline();
  for (const act of ['Resume', 'End Session', 'Cancel Download'])
    await expect.element(button(act, shown)).toBeDisabled();
  await expect.element(button('Files…', shown)).toBeEnabled();
});

it('an open session is hidden when its window closes, one that has ended is forgotten', async () => {
  show(session(two));
  await expect.poll(() => rows.elements().length).toBe(2);
  await press('Close', shown);
  expect(kept()).toMatchObject([{ sessionId: 17, isShown: false }]);
  answer(READ, session(two, ENDED));
  showSession(17);
  await expect.element(shown.getByText(/^Ended at/)).toBeVisible();
  await press('Close', shown);
  expect(kept()).toEqual([]);
});

const recall = () => useDownloadWindows.setState({ sessions: [{ sessionId: 17, isShown: true, isRecalled: true }] });

it('a restored session that has ended meanwhile is not shown', async () => {
  answer(READ, session(two, ENDED));
  recall();
  render(<DownloadWindows />);
  await expect.poll(kept).toEqual([]);
  await expectNone(shown);
});

it('a restored session that another company has is not shown', async () => {
  refuse(READ, 'download-not-found');
  expectLogged(/^ApiError/);
  recall();
  render(<DownloadWindows />);
  await expect.poll(kept).toEqual([]);
  await expectNone(shown);
});

it('a restored session that is open is shown, and is one of this page from then on', async () => {
  answer(READ, session(two));
  recall();
  render(<DownloadWindows />);
  await expect.poll(() => rows.elements().length).toBe(2);
  expect(kept()).toEqual([{ sessionId: 17, isShown: true, isRecalled: false }]);
});
