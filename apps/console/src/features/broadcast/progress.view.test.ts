import { COMMAND_STATES, type CommandState } from '@waymark/commands/life';
import { expect, it } from 'vitest';
import {
  countDevices,
  countOutcomes,
  describeOutcome,
  describeProgress,
  isOpen,
  listToRetry,
  listTroubles,
  listWaiting,
} from './progress.view.ts';

const device = (uid: number, state: CommandState, note: string | null = null) => ({ uid, state, note });
const progress = {
  devices: [
    device(5, 'rejected', 'Its firmware is too old for this command.'),
    device(2, 'accepted'),
    device(3, 'queued', 'Waits until the device wakes up.'),
    device(4, 'sent'),
    device(6, 'deleted'),
  ],
  failed: [{ uid: 1, reason: 'It does not go over satellite.' }],
};

it('counts devices by the state of their commands', () => {
  expect(countOutcomes(progress).map(({ outcome, count }) => `${describeOutcome(outcome)} ${count}`)).toEqual([
    'Accepted 1',
    'Sent 1',
    'Queued 1',
    'Rejected 1',
    'Failed 1',
    'Deleted 1',
  ]);
  expect(describeProgress(progress)).toBe('1 of 6 AGMs have accepted');
});

it('shows the states up to acceptance even with a count of zero', () => {
  expect(countOutcomes({ devices: [device(1, 'accepted')], failed: [] })).toEqual([
    { outcome: 'accepted', count: 1 },
    { outcome: 'sent', count: 0 },
    { outcome: 'queued', count: 0 },
  ]);
});

it('a broadcast is open while a command is queued or sent', () => {
  const none = { queued: 0, sent: 0, accepted: 0, rejected: 0, expired: 0, deleted: 0 };
  expect(COMMAND_STATES.filter((state) => isOpen({ counts: { ...none, rejected: 1, [state]: 1 } }))).toEqual([
    'queued',
    'sent',
  ]);
});

it('lists pending devices with the reason', () => {
  const away = { isConnected: false, lastShutdownTime: null, lastExpectedWakeupTime: null };
  const devices = [
    device(3, 'queued', 'Sent three times.'),
    device(4, 'sent'),
    ...[5, 6, 7, 8, 9].map((uid) => device(uid, 'queued')),
  ];
  const known = [
    { uid: 4, ...away },
    { uid: 5, ...away },
    { uid: 6, ...away, lastExpectedWakeupTime: '2026-03-18 00:30:05' },
    { uid: 7, ...away, lastShutdownTime: '2026-03-17 10:00:00' },
    { uid: 8, ...away, isConnected: true },
  ];
  expect(listWaiting({ devices }, known, Date.UTC(2026, 2, 18, 0, 4, 0)).map(({ words }) => words)).toEqual([
    'Queued: Sent three times.',
    'Sent',
    'Queued: offline',
    'Queued: asleep, wake-up expected at 2026-03-18 00:30:05 UTC',
    'Queued: shut down',
    'Queued',
    'Queued',
  ]);
});

it('lists failed and rejected devices with the reason; a deleted command is no failure', () => {
  expect(listTroubles(progress)).toEqual([
    { uid: 1, reason: 'It does not go over satellite.' },
    { uid: 5, reason: 'Its firmware is too old for this command.' },
  ]);
  expect(listToRetry(progress)).toEqual([1, 5]);
});

it('counts a device with a partial result once, and does not retry the accepted part', () => {
  const part = {
    devices: [device(1, 'accepted')],
    failed: [{ uid: 1, reason: 'Only 12 downloads go over satellite at once.' }],
  };
  expect([countDevices(part), listTroubles(part).length, listToRetry(part)]).toEqual([1, 1, []]);
});
