import { describe, expect, it } from 'vitest';
import { describeTimesFault } from '../../words/refusals.ts';
import { findTimesFault, readTimes } from './finished.ts';
import { manualPassage } from '../run.ts';

const NOW = Date.UTC(2026, 2, 19);
const at = (text: string) => Date.parse(`2026-03-18T${text}Z`);
const passage = (time: string, isVerified = true) => ({ ...manualPassage('M1', at(time)), isVerified });
const run = {
  passages: [
    passage('02:00:00'),
    passage('04:00:00'),
    passage('00:30:00', false),
    { ...passage('05:30:00'), markerName: null },
  ],
};
const read = (launch: string, receive: string) => readTimes(run, { launch, receive }, NOW);
const GOOD = { launch: '2026-03-18 01:00:00', receive: '2026-03-18 05:00:00' };

describe('times of a completed run', () => {
  it.each([
    ['F-008', ' ', GOOD.receive, 'launch', 'Error ! Launch Time is Empty.'],
    ['F-009', GOOD.launch, '', 'receive', 'Error ! Receive Time is Empty.'],
    ['F-010', '2026-03-18 25:00:00', GOOD.receive, 'launch', 'Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}'],
    ['F-011', GOOD.launch, '2026-03-18 05:00', 'receive', 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}'],
    ['F-012', '2026-03-19 00:00:01', GOOD.receive, 'launch', 'Error ! Launch Time entered is in the Future.'],
    ['F-013', GOOD.launch, '2026-03-19 00:00:01', 'receive', 'Error ! Receive Time entered is in the Future.'],
    ['F-014', GOOD.launch, '2026-03-18 00:59:59', 'receive', 'Error ! Receive Time entered is before Launch Time.'],
    ['F-015', '2026-03-18 02:00:01', GOOD.receive, 'launch', 'Entered Launch time is ahead of Verified Passage Time.'],
    [
      'F-016',
      GOOD.launch,
      '2026-03-18 03:59:59',
      'receive',
      'Entered Receive time is before of Verified Passage Time.',
    ],
  ])('[%s] rejects %j to %j', (_id, launch, receive, of, words) => {
    const times = read(launch, receive);
    expect(times.ok ? null : { of: times.failure.of, words: describeTimesFault(times.failure) }).toEqual({ of, words });
  });

  it('reports the first fault: empty, unreadable, in the future, the wrong order, against a passage', () => {
    const told = (launch: string, receive: string) => {
      const times = read(launch, receive);
      return times.ok ? null : describeTimesFault(times.failure);
    };
    expect(told('soon', '')).toBe('Error ! Receive Time is Empty.');
    expect(told('2026-03-20 00:00:00', 'late')).toBe('Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}');
    expect(told('2026-03-20 00:00:00', '2026-03-21 00:00:00')).toBe('Error ! Launch Time entered is in the Future.');
    expect(told('2026-03-18 03:00:00', '2026-03-18 01:00:00')).toBe(
      'Error ! Receive Time entered is before Launch Time.',
    );
    expect(told('2026-03-18 02:30:00', '2026-03-18 03:00:00')).toBe(
      'Entered Launch time is ahead of Verified Passage Time.',
    );
  });

  it('a time may equal that of a verified passage or the other time; unverified and unassociated passages do not count', () => {
    expect(read(GOOD.launch, GOOD.receive)).toEqual({
      ok: true,
      value: { launchAt: at('01:00:00'), completedAt: at('05:00:00') },
    });
    expect(read('2026-03-18 02:00:00', '2026-03-18 04:00:00').ok).toBe(true);
    expect(findTimesFault({ passages: [] }, { launchAt: NOW, completedAt: NOW }, NOW)).toBeNull();
  });
});
