import { describe, expect, test } from 'vitest';
import { layCourse } from './estimate/course.ts';
import { reckon } from './estimate/estimate.ts';
import { manualPassage, type Run, type RunPassage } from './run.ts';
import { runAsOf, showRun } from './show-run.ts';
import { LAUNCHED_AT, minute, straightRun } from './testing/straight-run.ts';

const track = (run: Run) => {
  const course = layCourse(run.path);
  return { run, course, reckoning: reckon(run, course) };
};
const show = (run: Run, now: number, withPlaces = true) => showRun(track(run), now, { withPlaces });

const heard = (markerName: string, at: number, part: Partial<RunPassage> = {}): RunPassage => ({
  ...manualPassage(markerName, at),
  uid: 100_234,
  elfId: 9,
  endOfSnipAt: at,
  verifiedBy: 'Dana Reyes',
  place: { lat: 36.1, lon: -97 },
  ...part,
});

describe('showRun', () => {
  test('[W-379] [W-383] a run on its way has its state, arrivals, markers and chart', () => {
    const shown = show(straightRun({ passages: [heard('M1', minute(60))] }), minute(70));
    expect(shown).toMatchObject({
      pig: 'CLN-16-02',
      line: 'Due north',
      status: 'on-its-way',
      launchAt: LAUNCHED_AT,
      receivedAt: null,
      confirmed: { name: 'M1', at: minute(60) },
      lastHeard: { name: 'M1', isVerified: true },
      next: { name: 'M2', due: 'ahead' },
      end: { name: 'Receive', due: 'ahead' },
    });
    expect(shown.markers.map(({ state }) => state)).toContain('passed');
    expect(shown.chart.tracked.at(-1)?.[1]).toBe(minute(60));
    expect(shown.end?.expectedAt).toBeGreaterThan(minute(70));
    expect(shown.places?.line.length).toBeGreaterThan(1);
  });

  test('[W-555] the next arrival is that of the marker after one without an AGM whose latest time is over', () => {
    const bare = straightRun();
    const shown = [30, 65, 95].map((minutes) => show(bare, minute(minutes)).next);
    expect(shown).toMatchObject([
      { name: 'M1', due: 'ahead' },
      { name: 'M1', due: 'ahead' },
      { name: 'M2', due: 'ahead' },
    ]);
    expect(show(straightRun({}, { M1: { autoLinkedUids: [1] } }), minute(95)).next?.name).toBe('M1');
  });

  test('[W-383] a run without its places has no coordinate in any field', () => {
    const run = straightRun({ passages: [heard('M1', minute(60))] });
    const { places, ...rest } = show(run, minute(70), false);
    expect(places).toBeNull();
    const text = JSON.stringify(rest);
    // Every longitude of the run is -97, and its latitudes are fractions of 36.
    expect(text).not.toMatch(/-97|\b36\.\d|"lat"|"lon"/);
    expect(show(run, minute(70)).places?.markers).toHaveLength(run.path.markers.length);
    expect(rest.lengthM).toBeGreaterThan(0);
  });

  test('[W-383] a run that is shown names no device, no user and no note', () => {
    const run = straightRun({ passages: [heard('M1', minute(60))], jobNumber: 'JOB-77' });
    const noted = { ...run, path: { ...run.path, notes: 'Call Bob', csvFileName: 'secret.csv' } };
    const text = JSON.stringify(show(noted, minute(70)));
    for (const secret of ['100234', 'Dana', 'Bob', 'secret.csv', 'JOB-77', 'uid', 'notifications'])
      expect(text).not.toContain(secret);
  });

  test('[W-387] a run that has arrived says so and when, and predicts nothing', () => {
    const shown = show(straightRun({ completedAt: minute(600) }), minute(2000));
    expect(shown).toMatchObject({ status: 'received', receivedAt: minute(600), next: null, end: null, overdue: null });
    expect(shown.pigM).toBe(shown.lengthM);
  });

  test('a long line is drawn with few points', () => {
    const run = straightRun();
    const line = Array.from({ length: 5000 }, (_none, at): [number, number] => [-97, 36 + (at / 5000) * 0.6]);
    const shown = show({ ...run, path: { ...run.path, pigLineGenerated: line } }, minute(10));
    expect(shown.places?.line).toHaveLength(400);
  });
});

describe('runAsOf', () => {
  const late = heard('M3', minute(50), { receivedAt: minute(90) });
  const run = straightRun({
    passages: [heard('M1', minute(30)), heard('M2', minute(60)), late],
    edit: { at: minute(65), place: { lat: 36.3, lon: -97 }, speed: 1 },
    completedAt: minute(80),
    endedAt: minute(95),
  });

  test('[W-384] passages, edits and an end after the time are absent', () => {
    const before = runAsOf(run, minute(40));
    expect(before.passages.map(({ markerName }) => markerName)).toEqual(['M1']);
    expect([before.edit, before.completedAt]).toEqual([null, null]);
    expect(runAsOf(run, minute(70)).edit).toEqual(run.edit);
  });

  test('[W-384] what arrived later than it happened was not known before it arrived', () => {
    expect(runAsOf(run, minute(70)).passages).toHaveLength(2);
    expect(runAsOf(run, minute(90)).passages).toHaveLength(3);
    expect(runAsOf(run, minute(90)).completedAt).toBeNull();
    expect(runAsOf(run, minute(95)).completedAt).toBe(minute(80));
  });

  test('[W-384] a run before its launch waits', () => {
    expect(show(runAsOf(run, minute(-5)), minute(-5))).toMatchObject({ status: 'waiting', next: null, end: null });
  });
});
