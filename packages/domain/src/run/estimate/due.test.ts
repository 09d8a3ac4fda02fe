import { describe, expect, it } from 'vitest';
import { layCourse } from './course.ts';
import { findNext, findNextArrival, judgeDue, listNextMarkers } from './due.ts';
import { reckon } from './estimate.ts';
import { foresee } from './outlook.ts';
import { manualPassage, type Run } from '../run.ts';
import { after, placeAt, plainRun, withoutAgms, withSeen } from '../testing/plain-run.ts';

/** Ten metres a second: 100 minutes from marker to marker. */
const LEG_S = 6000;
const underway = withSeen(plainRun([0, 60, 120, 180, 240, 300]), { M1: LEG_S });

const withHeard = (run: Run, markerName: string, legs: number): Run => ({
  ...run,
  passages: [...run.passages, { ...manualPassage(markerName, after(legs * LEG_S)), uid: 9, isVerified: false }],
});

function outlookOf(run: Run) {
  const course = layCourse(run.path);
  return foresee(run, course, reckon(run, course));
}

function judgeAll(run: Run, legs: number, from = 2): Readonly<Record<string, string>> {
  const outlook = outlookOf(run);
  const stops = run.path.markers.slice(from).map(({ name, fromLaunchM: distanceM }) => ({ name, distanceM }));
  return Object.fromEntries(stops.map((stop) => [stop.name, judgeDue(outlook, stop, after(legs * LEG_S))]));
}

describe('judgeDue', () => {
  it('[W-100, W-200] a place is ahead until its latest time, then overdue', () => {
    expect(judgeAll(underway, 1.5)).toEqual({ M2: 'ahead', M3: 'ahead', M4: 'ahead', R: 'ahead' });
    expect(judgeAll(underway, 40)).toEqual({ M2: 'overdue', M3: 'overdue', M4: 'overdue', R: 'overdue' });
  });

  it('[W-200] a place is due a quarter of an hour after its predicted time, up to the latest one', () => {
    expect([1, 1.1, 1.2].map((legs) => judgeAll(plainRun([0, 60, 120]), legs, 1)['M1'])).toEqual([
      'ahead',
      'ahead',
      'due',
    ]);
  });

  it('[W-100, W-200] a place past an overdue one is overdue once its predicted time is over', () => {
    const silent = plainRun([0, 12, 24, 36, 48, 61]);
    expect(judgeAll(silent, 0.99, 2)).toMatchObject({ M4: 'overdue', R: 'doubtful' });
    expect(judgeAll(silent, 1.02, 2)).toMatchObject({ M4: 'overdue', R: 'overdue' });
  });

  it('[W-548] a time to come is doubtful beyond a silent marker from its latest time on, until a passage is heard beyond', () => {
    const near = withSeen(plainRun([0, 60, 120, 600]), { M1: LEG_S });
    expect(judgeAll(near, 1.9)).toEqual({ M2: 'ahead', R: 'ahead' });
    expect(judgeAll(near, 4)).toEqual({ M2: 'overdue', R: 'doubtful' });
    expect(judgeAll(withHeard(near, 'M2', 4), 4.1)).toEqual({ M2: 'heard', R: 'ahead' });
  });

  it('[W-200] a marker with a passage that may be the pig is heard, and the ones before it are silent once late', () => {
    const waiting = withHeard(underway, 'M3', 3);
    expect(judgeAll(waiting, 3)).toMatchObject({ M3: 'heard', M4: 'ahead' });
    expect(judgeAll(waiting, 40)).toEqual({ M2: 'silent', M3: 'heard', M4: 'overdue', R: 'overdue' });
  });

  it('[W-200] a passage too early for the pig leaves its marker ahead, also where a marker further on waits', () => {
    const noise = withHeard(underway, 'M2', 1.05);
    expect(judgeAll(noise, 1.5)['M2']).toBe('ahead');
    expect(judgeAll(noise, 40)['M2']).toBe('overdue');
    expect(judgeAll(withHeard(noise, 'M3', 2.6), 2.6)).toMatchObject({ M2: 'silent', M3: 'heard' });
    expect(judgeAll(withHeard(noise, 'M3', 1.9), 1.95)).toMatchObject({ M2: 'ahead', M3: 'heard' });
  });

  it('[W-101, W-200] a marker without an AGM is unwatched once its latest time is over, however far ahead it is', () => {
    const bare = withoutAgms(underway, 'M2', 'M3', 'M4');
    expect(judgeAll(bare, 1.99)).toEqual({ M2: 'ahead', M3: 'ahead', M4: 'ahead', R: 'ahead' });
    expect(judgeAll(bare, 40)).toMatchObject({ M2: 'unwatched', M3: 'unwatched', M4: 'unwatched' });
  });

  it('[W-200] no place is ahead for hours after its time in a run of very many markers', () => {
    const many = plainRun(Array.from({ length: 80 }, (_none, at) => at));
    expect(new Set(Object.values(judgeAll(many, 40)))).toEqual(new Set(['overdue']));
  });
});

describe('the next marker', () => {
  const nextAt = (run: Run, legs: number) => findNext(outlookOf(run), after(legs * LEG_S))?.name;
  const bare = withoutAgms(underway, 'M2', 'M3');

  it('[W-555] a marker without an AGM is the next one until its latest time is over, then the one after it', () => {
    expect([1.9, 2.1, 2.6, 3.1, 40].map((legs) => nextAt(bare, legs))).toEqual(['M2', 'M2', 'M3', 'M3', 'M4']);
    expect(nextAt(withoutAgms(underway, 'M2', 'M3', 'M4'), 40)).toBe('R');
  });

  it('[W-555] a silent marker with an AGM stays the next one, however late the pig is', () => {
    expect(nextAt(underway, 40)).toBe('M2');
  });

  it('[W-555] the next three markers, and the next arrival, follow', () => {
    const run = withoutAgms(plainRun([0, 10, 20, 30, 40, 50, 60, 70, 80]), 'M1', 'M2', 'M3', 'M4');
    const outlook = outlookOf(run);
    const now = after(LEG_S);
    expect(listNextMarkers(outlook, after(0)).map(({ name }) => name)).toEqual(['M1', 'M2', 'M3']);
    expect(listNextMarkers(outlook, now).map(({ name }) => name)).toEqual(['M5', 'M6', 'M7']);
    expect(findNextArrival(outlook, now)).toMatchObject({ name: 'M5', expectedAt: after(5000), isEnd: false });
  });

  it('[W-555] there is a next marker, but no arrival there, while the pig stands', () => {
    const standing = outlookOf({ ...bare, edit: { at: after(1.5 * LEG_S), place: placeAt(90_000), speed: 0 } });
    expect(findNext(standing, after(40 * LEG_S))?.name).toBe('M2');
    expect(findNextArrival(standing, after(40 * LEG_S))).toBeNull();
  });
});
