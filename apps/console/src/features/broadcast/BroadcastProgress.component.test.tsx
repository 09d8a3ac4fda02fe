import { events } from '@waymark/contract/events/index';
import { parseUtc } from '@waymark/domain/time/utc';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { BroadcastPanel } from './BroadcastPanel.tsx';
import { changeDraft, keepSent, useBroadcast } from './broadcast-store.ts';

const READ = 'GET /pigrun/broadcast/:broadcastId';
const CREATE = 'POST /pigrun/CreateBroadcastCommands';
type Progress = ReplyAt<typeof READ>;

const COUNTS = { queued: 0, sent: 0, accepted: 0, rejected: 0, expired: 0, deleted: 0 };
const progress = (change: Partial<Progress> = {}): Progress => ({
  broadcastId: 12,
  at: '2026-03-18 00:04:00',
  by: 'Dana Reyes',
  commandList: ['PM'],
  failed: [],
  counts: COUNTS,
  devices: [],
  ...change,
});
const device = (uid: number, state: Progress['devices'][number]['state'], note: string | null = null) => ({
  uid,
  state,
  note,
});
const order = { uids: [5, 6], codes: ['PM'], start: '', end: '' } as const;
const sent = page.getByRole('group', { name: 'Broadcast 12' });
const failed = sent.getByRole('list', { name: 'Failed' }).getByRole('listitem');
const states = sent.getByRole('list', { name: 'AGMs by state' }).getByRole('listitem');

const open = () => render(<BroadcastPanel />);

function showSent(reply?: Progress): void {
  if (reply) answer(READ, reply);
  loadDevices({ uId: 5 }, { uId: 6 });
  keepSent({ broadcastId: 12, order, failed: [] }, null);
  open();
}

afterEach(() => vi.useRealTimers());

it('progress that did not load says so with its log id, and loads on request', async () => {
  expectLogged(/^ApiError/);
  refuse(READ, 'internal-error');
  showSent();
  await expect.element(sent.getByRole('alert')).toMatchTextContent(/^Progress did not load/);
  await expect.element(sent.getByRole('alert')).toMatchTextContent(String(LOG_ID));
  answer(READ, progress({ devices: [device(5, 'accepted')] }));
  await press('Retry', sent);
  await expect.element(sent.getByText('1 of 1 AGM has accepted')).toBeVisible();
});

it('states that no device is in are left out, except those of every broadcast', async () => {
  showSent(progress({ devices: [device(5, 'accepted'), device(6, 'expired')] }));
  await expectTexts(states, [/^Accepted 1$/, /^Sent 0$/, /^Queued 0$/, /^Expired 1$/]);
});

it('the failed ones are listed by number, with the note of the device or else the reason of the state', async () => {
  showSent(
    progress({
      devices: [device(9, 'rejected', 'Card is full.'), device(6, 'expired'), device(5, 'deleted')],
      failed: [{ uid: 7, reason: 'Not over satellite.' }],
    }),
  );
  await expectTexts(failed, ['6It expired before the device heard it.', '7Not over satellite.', '9Card is full.']);
});

it('a retry that is cancelled can be asked for again, and offline it cannot', async () => {
  putRuns();
  showSent(progress({ devices: [device(5, 'rejected')] }));
  await press('Retry failed', sent);
  await press('Cancel', dialog('Send 1 command to 1 AGM?'));
  await expect.element(button('Retry failed', sent)).toHaveFocus();
  expect(useBroadcast.getState().sent[0]?.isRetried).toBe(false);
  setOffline();
  await expect.element(button('Retry failed', sent)).toBeDisabled();
});

it('a broadcast is sent once while the server has not answered, and Escape does not leave it', async () => {
  loadDevices({ uId: 5 }, { uId: 6 });
  changeDraft(order);
  open();
  await press('Send Commands Now');
  const question = dialog('Send 1 command to 2 AGMs?');
  const held = holdAnswer(CREATE);
  await press('Send', question);
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(question).toBeVisible();
  expect(callsOf(CREATE).length).toBe(1);
  answer(READ, progress());
  held.answer({ queued: 2, broadcastId: 12, failed: [] });
  await expect.element(dialog('Information Message')).toBeVisible();
});

it('a chosen device that has left the company is not sent to', async () => {
  loadDevices({ uId: 5 });
  changeDraft(order);
  open();
  await expect.element(page.getByText(/^1 selected/)).toBeVisible();
  await press('Send Commands Now');
  await expect.element(dialog('Send 1 command to 1 AGM?')).toBeVisible();
});

it('Escape closes the choice of commands without a change, and the focus returns to its button', async () => {
  loadDevices({ uId: 5 });
  open();
  await press('Select Commands');
  await dialog('Select Commands').getByRole('checkbox', { name: 'Mag only' }).click();
  await userEvent.keyboard('{Escape}');
  await expectNone(dialog('Select Commands'));
  await expect.element(button('Select Commands')).toHaveFocus();
  await expect.element(page.getByText('No commands selected')).toBeVisible();
});

it('a range of the menu fills both dates of a download', async () => {
  loadDevices({ uId: 5 });
  changeDraft({ uids: [5], codes: ['RFD'] });
  open();
  await press('Select Commands');
  const commands = dialog('Select Commands');
  await commands.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem').first().click();
  await expect.element(commands.getByLabelText('Start (UTC)')).not.toHaveValue('');
  await press('Select', commands);
  const { start, end } = useBroadcast.getState().draft;
  expect([parseUtc(start).ok, parseUtc(end).ok, start < end]).toEqual([true, true, true]);
});

const update = { ...events.ReceiveCommandUpdate.example, source: 'broadcast' as const };

it('an open broadcast follows the answers of its devices, two seconds after the first of them', async () => {
  showSent(progress({ counts: { ...COUNTS, queued: 1 }, devices: [device(5, 'queued')] }));
  await expect.element(sent.getByText('0 of 1 AGM has accepted')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answer(READ, progress({ counts: { ...COUNTS, accepted: 1 }, devices: [device(5, 'accepted')] }));
  hear('ReceiveCommandUpdate', { ...update, source: 'person' });
  hear('ReceiveCommandUpdate', update);
  hear('ReceiveCommandUpdate', update);
  // Events are delivered with the next frame.
  await new Promise(requestAnimationFrame);
  vi.advanceTimersByTime(1999);
  expect(callsOf(READ).length).toBe(1);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(sent.getByText('1 of 1 AGM has accepted')).toBeVisible();
  expect(callsOf(READ).length).toBe(2);
});
