import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../signals/src/random.ts';
import { layCourse } from './course.ts';
import { reckon } from './estimate.ts';
import { estimateArrivals, estimateSpan } from './interval.ts';
import { findBand, knowRun, whenAt } from './knowledge.ts';
import { FLUIDS } from './pace-filter.ts';
import { foresee, type Outlook } from './outlook.ts';
import { manualPassage, type Run, type RunPassage } from '../run.ts';
import { after, LAUNCH_AT, placeAt, plainRun, withoutAgms, withSeen } from '../testing/plain-run.ts';
import { simulateRun } from '../testing/simulate-run.ts';

function outlookOf(run: Run): Outlook {
  const course = layCourse(run.path);
  return foresee(run, course, reckon(run, course));
}
const knowAt = (run: Run, seconds: number) => knowRun(outlookOf(run), after(seconds));

const withHeard = (run: Run, markerName: string, seconds: number): Run => ({
  ...run,
  passages: [...run.passages, { ...manualPassage(markerName, after(seconds)), uid: 9, isVerified: false }],
});

/** Ten metres a second: 100 minutes from marker to marker. */
const LONG = [0, 60, 120, 180, 240, 300];
const LEG_S = 6000;
const HOUR_S = 3600;
const launched = plainRun(LONG);
const underway = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });
const statesOf = ({ markers }: ReturnType<typeof knowRun>) => Object.fromEntries(markers);

describe('knowRun', () => {
  it('[W-100] a run is confirmed up to the last verified passage, and expected from there to the estimate', () => {
    const known = knowAt(underway, 2.5 * LEG_S);
    expect(known.confirmed).toEqual({ name: 'M2', distanceM: 120_000, at: after(2 * LEG_S) });
    expect(known.expected).toEqual({ fromM: 120_000, toM: 150_000 });
    expect([known.pigM, known.overdue, known.search, known.halt]).toEqual([150_000, null, null, null]);
    expect(statesOf(known)).toEqual({ M1: 'passed', M2: 'passed', M3: 'expected', M4: 'expected' });
    expect(known.lastHeard).toMatchObject({ name: 'M2', at: after(2 * LEG_S), isVerified: true });
  });

  it('[W-100] a run is confirmed at the place of a manual edit', () => {
    const edited: Run = { ...underway, edit: { at: after(2.2 * LEG_S), place: placeAt(150_000), speed: 10 } };
    expect(knowAt(edited, 2.3 * LEG_S).confirmed).toMatchObject({ name: null, at: after(2.2 * LEG_S) });
    expect(knowAt(edited, 2.3 * LEG_S).confirmed?.distanceM).toBeCloseTo(150_000, 0);
  });

  it('[W-100] a heard marker is hollow until a user verifies the passage', () => {
    const heard = knowAt(withHeard(underway, 'M3', 3 * LEG_S), 3.1 * LEG_S);
    expect(statesOf(heard)['M3']).toBe('heard');
    expect(heard.heard).toMatchObject({ name: 'M3', isVerified: false });
    expect(heard.confirmed?.name).toBe('M2');
  });

  it('[W-105] the last heard place is the confirmed one, not that of an implausible passage', () => {
    const noisy = withHeard(underway, 'M4', 2.1 * LEG_S);
    expect(knowAt(noisy, 2.5 * LEG_S).lastHeard).toMatchObject({ name: 'M2', isVerified: true });
    const nothingElse = withHeard(plainRun([0, 10, 20, 30, 38]), 'M3', 60);
    expect(knowAt(nothingElse, 600).lastHeard).toMatchObject({ name: 'M3', isVerified: false });
  });

  it('[W-100] reports nothing heard 14 hours after a silent launch, and claims nothing past the first silent marker', () => {
    const silent = plainRun([0, 10, 20, 30, 38]);
    const known = knowAt(silent, 14 * HOUR_S);
    expect(known.lastHeard).toBeNull();
    expect(known.overdue).toMatchObject({ name: 'M1', expectedAt: after(1000) });
    expect(known.halt).toBe('stopped');
    expect(known.search).toEqual({
      from: { name: 'L', distanceM: 0, at: LAUNCH_AT },
      to: expect.objectContaining({ name: 'M2' }),
    });
    expect(known.pigM).toBe(20_000);
    expect(statesOf(known)).toEqual({ M1: 'overdue', M2: 'overdue', M3: 'overdue' });
    expect(findBand(outlookOf(silent), known, after(14 * HOUR_S))).toEqual({ fromM: 0, toM: 20_000 });
    expect(whenAt(outlookOf(silent), known.pigM, after(14 * HOUR_S))).toBe(after(2000));
  });

  it('[W-100] a pig is late, then stopped, and has probably missed the marker before', () => {
    const halts = [4, 5.5, 9].map((legs) => {
      const { halt, probablyMissed } = knowAt(underway, legs * LEG_S);
      return [halt, probablyMissed?.name ?? null];
    });
    expect(halts).toEqual([
      [null, 'M3'],
      ['late', 'M3'],
      ['stopped', 'M3'],
    ]);
  });

  it('[W-100] the pig is overdue past the heard place, without an alarm while that passage waits for a user', () => {
    const known = knowAt(withHeard(underway, 'M3', 3 * LEG_S), 9 * LEG_S);
    expect([known.overdue?.name, known.halt, known.probablyMissed]).toEqual(['M4', null, null]);
  });

  it('[W-101] a silent marker is missed if it has an AGM, else unwatched', () => {
    const seen = withSeen(launched, { M1: LEG_S, M4: 4 * LEG_S });
    expect(statesOf(knowAt(withoutAgms(seen, 'M3'), 4.1 * LEG_S))).toEqual({
      M1: 'passed',
      M2: 'missed',
      M3: 'unwatched',
      M4: 'passed',
    });
    const bare = withoutAgms(launched, 'M1');
    expect(statesOf(knowAt(bare, 1.9 * LEG_S))['M1']).toBe('unwatched');
    expect(knowAt(bare, 1.9 * LEG_S).overdue).toBeNull();
  });

  it('[W-100] the pig is overdue at the receive site when the last marker has heard it', () => {
    const last = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S, M3: 3 * LEG_S, M4: 4 * LEG_S });
    expect(knowAt(last, 20 * LEG_S)).toMatchObject({ overdue: { name: 'R', isEnd: true }, halt: 'late' });
  });

  it.each<[string, Run]>([
    ['not launched', { ...launched, launchAt: null }],
    ['launched later', { ...launched, launchAt: after(10 * LEG_S) }],
    ['paused', { ...underway, edit: { at: after(2.2 * LEG_S), place: placeAt(150_000), speed: 0 } }],
    ['received', { ...underway, completedAt: after(8 * LEG_S) }],
  ])('[W-100] a run is never overdue while %s', (_state, run) => {
    expect(knowAt(run, 9 * LEG_S)).toMatchObject({ overdue: null, search: null, expected: null, halt: null });
  });
});

/** A simulated run at a random time: late passages, dead or missing AGMs, and a pig that may be stuck. */
interface Scene {
  readonly run: Run;
  readonly now: number;
}

const anyScene = fc
  .record({
    seed: fc.integer({ min: 0, max: 1_000_000 }),
    fluid: fc.constantFrom(...FLUIDS),
    /** Fraction of the duration of the run. */
    moment: fc.double({ min: 0, max: 1.4, noNaN: true }),
    stuckAfter: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ seed, fluid, moment, stuckAfter }): Scene => {
    const dice = new Random(`knowledge ${seed}`);
    const { run, arrivedAt, heardAt } = simulateRun(dice, fluid);
    const [launchAt, endAt] = [run.launchAt ?? 0, arrivedAt.at(-1) ?? 0];
    const now = Math.round(launchAt + moment * (endAt - launchAt));
    const lastHeard = stuckAfter === null ? Infinity : Math.floor(stuckAfter * heardAt.length);
    const passages = heardAt.flatMap((at, marker): RunPassage[] => {
      if (at === null || marker > lastHeard) return [];
      const comesAt = dice.chance(0.3) ? at + dice.uniform(0, 40) * 60_000 : at + 10_000;
      const passage = manualPassage(`M ${marker}`, at);
      return comesAt <= now ? [{ ...passage, uid: marker, isVerified: dice.chance(0.8) }] : [];
    });
    const bare = run.path.markers.flatMap(({ name }) => (dice.chance(0.1) ? [name] : []));
    return { run: { ...withoutAgms(run, ...bare), passages }, now };
  });

describe('any run', () => {
  const RUNS = { numRuns: 200 };

  it('[W-100] a marker is filled if its passage is verified, and hollow if it waits', () => {
    fc.assert(
      fc.property(anyScene, ({ run, now }) => {
        const { markers } = knowRun(outlookOf(run), now);
        const namesOf = (isVerified: boolean) =>
          new Set(run.passages.flatMap((passage) => (passage.isVerified === isVerified ? passage.markerName : [])));
        const namesIn = (state: string) =>
          new Set([...markers].flatMap(([name, each]) => (each === state ? name : [])));
        expect([namesIn('passed'), namesIn('heard')]).toEqual([namesOf(true), namesOf(false)]);
        const tracked = run.path.markers.filter(({ state }) => state === 'TRACK');
        expect([...markers.keys()]).toEqual(tracked.map(({ name }) => name));
      }),
      RUNS,
    );
  });

  it('[W-102] the earliest, latest and expected times never decrease along the line', () => {
    fc.assert(
      fc.property(anyScene, ({ run, now }) => {
        const { forecast, course, reckoning } = outlookOf(run);
        if (!forecast) return;
        const distancesM = run.path.markers
          .map(({ fromLaunchM }) => fromLaunchM)
          .filter((distanceM) => distanceM > (reckoning.base?.distanceM ?? 0) && distanceM < course.lengthM);
        const ahead = [...distancesM, course.lengthM];
        const spans = estimateArrivals(forecast, ahead, now).flatMap((span) => span ?? []);
        expect(spans).toHaveLength(now < forecast.base.at ? 0 : ahead.length);
        const listening = new Set([...forecast.silent.map(({ distanceM }) => distanceM), course.lengthM]);
        for (const [at, { lowS, highS }] of spans.entries()) {
          expect(lowS).toBeLessThanOrEqual(highS);
          const leastS = listening.has(ahead[at] ?? NaN) ? 0 : -Infinity;
          expect(lowS).toBeGreaterThanOrEqual(Math.max(leastS, spans[at - 1]?.lowS ?? -Infinity));
          expect(highS).toBeGreaterThanOrEqual(spans[at - 1]?.highS ?? -Infinity);
        }
      }),
      RUNS,
    );
  });

  it('[W-102] the span of the end is the same for the card, for a list and for the place alone', () => {
    fc.assert(
      fc.property(anyScene, ({ run, now }) => {
        const { forecast, course } = outlookOf(run);
        const span = forecast && estimateSpan(forecast, now);
        if (!forecast || !span || span.endLowS === null) return;
        const ends = [[course.lengthM], [...forecast.aheadM, course.lengthM]].map((distancesM) =>
          estimateArrivals(forecast, distancesM, now).at(-1),
        );
        const ofCard = { lowS: span.endLowS, highS: span.endHighS };
        expect(ends).toEqual([ofCard, ofCard]);
      }),
      RUNS,
    );
  });

  it('[W-100] overdue is reported within ten seconds after the latest time, and never before', () => {
    fc.assert(
      fc.property(anyScene, ({ run }) => {
        const outlook = outlookOf(run);
        const [first] = outlook.silent;
        const { base } = outlook.reckoning;
        if (!first || !base || !outlook.forecast) return;
        const [span] = estimateArrivals(outlook.forecast, [first.distanceM], base.at);
        const latestAt = base.at + (span?.highS ?? 0) * 1000;
        expect(knowRun(outlook, latestAt - 1).overdue).toBeNull();
        expect(knowRun(outlook, latestAt + 10_000).overdue?.name).toBe(first.name);
      }),
      RUNS,
    );
  });

  it('[W-100] overdue is never reported while the band still covers the first silent marker, and always after', () => {
    // At the latest time itself the band may end on either side of a step in the calibration.
    const aroundIt = fc.integer({ min: -3600, max: 3600 }).filter((seconds) => seconds !== 0);
    fc.assert(
      fc.property(anyScene, aroundIt, ({ run }, seconds) => {
        const outlook = outlookOf(run);
        const [first] = outlook.silent;
        if (!first) return;
        const now = first.latestAt + seconds * 1000;
        const known = knowRun(outlook, now);
        const slowestM = findBand(outlook, { ...known, search: null }, now)?.fromM ?? 0;
        const beyondM = slowestM - first.distanceM;
        expect(known.overdue ? -beyondM : beyondM).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it('[W-100] the pig symbol stays between the confirmed place and the end of the search stretch', () => {
    fc.assert(
      fc.property(anyScene, ({ run, now }) => {
        const known = knowRun(outlookOf(run), now);
        const fromM = known.confirmed?.distanceM ?? 0;
        expect(known.pigM).toBeGreaterThanOrEqual(fromM);
        expect(known.search === null).toBe(known.overdue === null);
        if (!known.search || !known.overdue) return;
        expect(known.pigM).toBeLessThanOrEqual(known.search.to.distanceM);
        expect(known.search.to.distanceM).toBeGreaterThanOrEqual(known.overdue.distanceM);
        expect(known.markers.get(known.overdue.name) ?? 'overdue').toBe('overdue');
      }),
      RUNS,
    );
  });
});
