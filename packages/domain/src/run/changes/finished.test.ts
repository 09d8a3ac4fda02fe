import { describe, expect, it } from 'vitest';
import { describeRunRefusal, describeTimesFault } from '../../words/refusals.ts';
import { findTimesFault, readTimes, reopenRun } from './finished.ts';
import { straightRun } from '../testing/straight-run.ts';
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

describe('reopenRun', () => {
  const HOUR_MS = 3_600_000;
  const ended = straightRun({ completedAt: NOW - 72 * HOUR_MS, endedAt: NOW - 24 * HOUR_MS });
  const other = straightRun({ runId: 42, pig: 'CLN-16-03' });
  const otherRun = (path: Partial<(typeof other)['path']>, pig = other.pig) => ({
    ...other,
    pig,
    path: { ...other.path, pathId: 13, name: 'East', agms: [8, 9], ...path },
  });
  const wordsOf = (others: readonly (typeof other)[], now = NOW) => {
    const outcome = reopenRun(ended, others, now);
    return outcome.ok ? null : describeRunRefusal(outcome.failure);
  };

  it('[W-251] [W-258] lets a run go on within a day after it was ended, and changes nothing else', () => {
    const value = { ...ended, completedAt: null, endedAt: null };
    expect(reopenRun(ended, [otherRun({})], NOW)).toEqual({ ok: true, value });
  });

  it.each([
    ['a pig on its way', [otherRun({}, 'cln-16-02')], 'CLN-16-02 is on its way again, on East.'],
    ['a path in use', [otherRun({ pathId: 12 })], 'CLN-16-03 is on its way on this path.'],
    ['an AGM', [otherRun({ agms: [3, 8] })], 'AGM 3 of this run watches East (CLN-16-03) now.'],
    ['AGMs', [otherRun({}), otherRun({ agms: [3, 5] })], 'AGMs 3, 5 of this run watch East (CLN-16-03) now.'],
  ])('[W-251] refuses in words to reopen a run with %s', (_, others, words) => {
    expect(wordsOf(others)).toBe(words);
  });

  it('[W-251] [W-258] refuses to reopen a run a day after it was ended, and one that is active', () => {
    const late = 'A run can be reopened for a day after it was ended.';
    expect(wordsOf([], NOW + 1)).toBe(late);
    expect(reopenRun({ ...ended, completedAt: null }, [], NOW)).toMatchObject({ ok: false });
  });
});
