import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDistanceM } from '../../geo/great-circle.ts';
import { changeMarker, unverifyPassage } from '../changes/changes.ts';
import { layCourse } from './course.ts';
import { estimate, listSeen, predictArrival, reckon } from './estimate.ts';
import { writeEtas } from './location-message.ts';
import { passageKey, type Run } from '../run.ts';
import { after, LAUNCH_AT, placeAt, plainRun, withSeen } from '../testing/plain-run.ts';

const reckonRun = (run: Run) => reckon(run, layCourse(run.path));

function estimateRun(run: Run, seconds: number) {
  const course = layCourse(run.path);
  return estimate(reckon(run, course), course, run.path.markers, after(seconds));
}

const nameOf = (run: Run, at: number) => run.path.markers[at]?.name ?? null;

const round = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);

/** The parts of the estimate that are shown, this many seconds after the launch. */
function show(run: Run, seconds: number) {
  const { speed, calculatedSpeed, next, afterNext } = reckonRun(run);
  const { distanceM, nextEtaS, endEtaS, isPaused } = estimateRun(run, seconds);
  return {
    speed,
    calculatedSpeed,
    next: nameOf(run, next),
    afterNext: nameOf(run, afterNext),
    distanceM: round(distanceM),
    nextEtaS: round(nextEtaS),
    endEtaS: round(endEtaS),
    isPaused,
  };
}

const withoutMarker = (run: Run, name: string): Run => {
  const passage = run.passages.find(({ markerName }) => markerName === name);
  const undone = unverifyPassage(run, passage ? passageKey(passage) : '');
  if (!undone.ok) throw new Error(undone.failure.code);
  return undone.value;
};

const edited = (run: Run, drawnM: number, speed: number, seconds: number): Run => ({
  ...run,
  edit: { at: after(seconds), place: placeAt(drawnM), speed },
});

describe('a run without passages', () => {
  it('the pig moves at the expected speed from the launch site', () => {
    expect(show(plainRun(), 30)).toEqual({
      speed: 10,
      calculatedSpeed: 0,
      next: 'M1',
      afterNext: 'M2',
      distanceM: 300,
      nextEtaS: 70,
      endEtaS: 470,
      isPaused: false,
    });
  });

  it('the place is on the line at the estimated distance', () => {
    expect(computeDistanceM(estimateRun(plainRun(), 30).place, placeAt(300))).toBeLessThan(0.01);
  });

  it('the pig stops at the receive site, while its ETAs run below zero', () => {
    expect(show(plainRun(), 1000)).toMatchObject({ distanceM: 5000, nextEtaS: -900, endEtaS: -500 });
  });
});

describe('verified passages', () => {
  const one = withSeen(plainRun(), { M1: 50 });
  const two = withSeen(plainRun(), { M1: 50, M2: 250 });

  it('[T-112] speed and ETAs are based on the last two points; the launch is one', () => {
    expect(show(one, 50)).toMatchObject({
      speed: 20,
      calculatedSpeed: 20,
      next: 'M2',
      afterNext: 'M3',
      distanceM: 1000,
      nextEtaS: 50,
      endEtaS: 200,
    });
    expect(show(two, 260)).toMatchObject({
      speed: 5,
      calculatedSpeed: 5,
      next: 'M3',
      distanceM: 2050,
      nextEtaS: 190,
      endEtaS: 590,
    });
  });

  it('[T-113] unverifying a passage restores the run as it was with the one before', () => {
    expect(show(withoutMarker(two, 'M2'), 260)).toEqual(show(one, 260));
  });

  it('[T-114] unverifying every passage sets the calculated speed to 0 and puts the expected one in force', () => {
    expect(show(withoutMarker(one, 'M1'), 260)).toEqual(show(plainRun(), 260));
    expect(reckonRun(withoutMarker(one, 'M1'))).toMatchObject({ calculatedSpeed: 0, speed: 10 });
  });

  it('[T-115] a passage behind the furthest one changes the speed, but does not move the pig', () => {
    const ahead = withSeen(plainRun(), { M3: 300 });
    const both = withSeen(ahead, { M2: 100 });
    expect(show(ahead, 300)).toMatchObject({ distanceM: 3000, speed: 10, next: 'M4' });
    expect(show(both, 300)).toMatchObject({ distanceM: 3000, speed: 5, next: 'M4', afterNext: null });
  });

  it('[T-115] a passage at or past the furthest one moves the pig there, in whatever order they were verified', () => {
    const inOrder = withSeen(plainRun(), { M1: 50, M2: 250, M4: 300 });
    const outOfOrder = withSeen(plainRun(), { M4: 300, M1: 50, M2: 250 });
    expect(show(outOfOrder, 310)).toEqual(show(inOrder, 310));
    expect(show(inOrder, 310)).toMatchObject({
      distanceM: 4400,
      speed: 40,
      next: null,
      afterNext: null,
      nextEtaS: null,
      endEtaS: 15,
    });
  });

  it('a passage past a silent marker leaves the markers before it behind', () => {
    expect(show(withSeen(plainRun(), { M2: 100 }), 100)).toMatchObject({ speed: 20, next: 'M3', afterNext: 'M4' });
  });

  it('a passage counts only if its marker is tracked and it is verified', () => {
    const skipped = changeMarker(two, 'M2', { state: 'SKIP' });
    expect(skipped.ok && show(skipped.value, 260)).toEqual({
      ...show(one, 260),
      next: 'M3',
      afterNext: 'M4',
      nextEtaS: -110,
    });
    const waiting: Run = { ...two, passages: two.passages.map((passage) => ({ ...passage, isVerified: false })) };
    expect(show(waiting, 260)).toEqual(show(plainRun(), 260));
  });

  it('a passage without a place on the line is ignored', () => {
    const [passage] = one.passages;
    const nowhere: Run = {
      ...one,
      passages: passage
        ? [
            { ...passage, markerName: null },
            { ...passage, markerName: 'gone' },
          ]
        : [],
    };
    expect(listSeen(nowhere.path, nowhere.passages, null)).toEqual([]);
    expect(show(nowhere, 60)).toEqual(show(plainRun(), 60));
  });

  it.each([
    ['at the same time', { M1: 100, M2: 100 }],
    ['backwards', { M1: 100, M2: 40 }],
    ['with the launch', { M1: 0 }],
  ])('there is no calculated speed between two points %s: the expected one is in force', (_how, seen) => {
    expect(reckonRun(withSeen(plainRun(), seen))).toMatchObject({ calculatedSpeed: 0, speed: 10 });
  });

  it('there is no calculated speed between two markers at one place', () => {
    expect(reckonRun(withSeen(plainRun([0, 1, 1, 2]), { M1: 100, M2: 110 }))).toMatchObject({
      calculatedSpeed: 0,
      speed: 10,
    });
  });
});

describe('next marker', () => {
  it('[T-103] skipping the next marker makes the following one the next; tracking it again restores it', () => {
    const skipped = changeMarker(plainRun(), 'M1', { state: 'SKIP' });
    if (!skipped.ok) throw new Error(skipped.failure.code);
    expect(show(skipped.value, 30)).toMatchObject({ next: 'M2', afterNext: 'M3', nextEtaS: 170 });
    const tracked = changeMarker(skipped.value, 'M1', { state: 'TRACK' });
    expect(tracked.ok && show(tracked.value, 30)).toMatchObject({ next: 'M1', afterNext: 'M2' });
  });

  it('the next marker stays the next although the estimate has passed it', () => {
    expect(show(plainRun(), 130)).toMatchObject({ next: 'M1', distanceM: 1300, nextEtaS: -30 });
  });

  it('there is none on a line without tracked markers; the end is estimated', () => {
    expect(show(plainRun([0, 5]), 100)).toMatchObject({
      next: null,
      afterNext: null,
      nextEtaS: null,
      endEtaS: 400,
      distanceM: 1000,
    });
  });
});

describe('edit of the pig', () => {
  const seen = withSeen(plainRun(), { M1: 100 });

  it('an edit sets the place and the speed from its time on', () => {
    expect(show(edited(seen, 2500, 4, 200), 300)).toMatchObject({
      speed: 4,
      calculatedSpeed: 10,
      next: 'M3',
      afterNext: 'M4',
      distanceM: 2900,
      nextEtaS: 25,
      endEtaS: 525,
      isPaused: false,
    });
  });

  it('an edit may put the pig before the last verified marker, which is not expected again', () => {
    expect(show(edited(seen, 500, 5, 200), 200)).toMatchObject({ next: 'M2', distanceM: 500, nextEtaS: 300 });
  });

  it('a passage verified at a later time overrules the edit', () => {
    const moved = edited(seen, 2500, 4, 200);
    expect(show(withSeen(moved, { M2: 199 }), 300)).toMatchObject({ speed: 4, distanceM: 2900 });
    expect(show(withSeen(moved, { M3: 250 }), 300)).toEqual(show(withSeen(seen, { M3: 250 }), 300));
  });

  it('an edit starts at the nearest point of the line', () => {
    const aside: Run = { ...seen, edit: { at: after(200), place: { ...placeAt(2500), lon: -96.99 }, speed: 4 } };
    expect(estimateRun(aside, 200).distanceM).toBeCloseTo(2500, 0);
  });
});

describe('paused run', () => {
  it.each<[string, Run, number]>([
    ['that a user has stopped', edited(plainRun(), 1500, 0, 150), 1500],
    ['with a launch in the future', { ...plainRun(), launchAt: after(61) }, 0],
    ['without a launch', { ...plainRun(), launchAt: null }, 0],
    ['without a launch but with an edit', { ...edited(plainRun(), 1500, 3, 150), launchAt: null }, 0],
  ])('[T-095] a run %s is paused in place, has no ETAs, and its location message says so', (_what, run, distanceM) => {
    for (const seconds of run.launchAt === null || run.edit === null ? [0, 60] : [150, 10_000]) {
      const estimated = estimateRun(run, seconds);
      expect(estimated).toMatchObject({ isPaused: true, nextEtaS: null, endEtaS: null });
      expect(estimated.distanceM).toBeCloseTo(distanceM, 1);
      expect(writeEtas(estimated)).toEqual({ nextETA: '-1', completeETA: '-1' });
    }
  });

  it('[T-095] a run resumes with a new speed, a verified passage, or when its launch time comes', () => {
    const stopped = edited(plainRun(), 1500, 0, 150);
    expect(show(edited(stopped, 1500, 5, 300), 310)).toMatchObject({ isPaused: false, distanceM: 1550 });
    expect(show(withSeen(stopped, { M2: 400 }), 400)).toMatchObject({ isPaused: false, distanceM: 2000, speed: 5 });
    expect(show({ ...plainRun(), launchAt: after(61) }, 61)).toMatchObject({
      isPaused: false,
      distanceM: 0,
      nextEtaS: 100,
    });
  });
});

describe('stationing that differs from the drawn line', () => {
  const run = plainRun([0, 1, 3, 4], [0, 2, 3, 5]);

  it('speeds and ETAs use the stationing', () => {
    expect(show(withSeen(run, { M1: 50 }), 60)).toMatchObject({
      speed: 20,
      distanceM: 1200,
      nextEtaS: 90,
      endEtaS: 140,
    });
  });

  it.each([
    [50, 1000],
    [100, 2000],
    [150, 2250],
    [200, 2500],
    [300, 3000],
    [350, 4000],
    [400, 5000],
  ])('interpolates the pig between its markers: after %d s at %d m of the drawing', (seconds, drawnM) => {
    expect(computeDistanceM(estimateRun(run, seconds).place, placeAt(drawnM))).toBeLessThan(0.01);
  });

  it('an edit is projected onto the drawing', () => {
    expect(estimateRun(edited(run, 4000, 5, 10), 10).distanceM).toBeCloseTo(3500, 1);
  });
});

describe('any passages, edits and times', () => {
  const second = fc.integer({ min: -500, max: 2000 });
  const anyRun = fc
    .record({
      seen: fc.dictionary(fc.constantFrom('M1', 'M2', 'M3', 'M4', 'L', 'nowhere'), second),
      edit: fc.option(
        fc.tuple(fc.double({ min: -1000, max: 7000, noNaN: true }), fc.constantFrom(0, 0.001, 5), second),
      ),
      launch: fc.option(second),
    })
    .map(({ seen, edit, launch }): Run => {
      const run: Run = { ...withSeen(plainRun(), seen), launchAt: launch === null ? null : after(launch) };
      return edit ? edited(run, ...edit) : run;
    });

  it('the pig is on the line, and every figure is one', () => {
    fc.assert(
      fc.property(anyRun, second, (run, seconds) => {
        const { distanceM, place, nextEtaS, endEtaS, isPaused } = estimateRun(run, seconds);
        expect(distanceM).toBeGreaterThanOrEqual(0);
        expect(distanceM).toBeLessThanOrEqual(5000);
        expect(computeDistanceM(place, placeAt(distanceM))).toBeLessThan(1);
        for (const etaS of [nextEtaS, endEtaS]) expect(etaS === null || Number.isFinite(etaS)).toBe(true);
        expect(endEtaS === null).toBe(isPaused);
      }),
    );
  });

  it('the pig moves forward, and its ETAs decrease by a second each second', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 2000, max: 5000 }), (run, seconds) => {
        const [now, then] = [estimateRun(run, seconds), estimateRun(run, seconds + 1)];
        expect(then.distanceM).toBeGreaterThanOrEqual(now.distanceM);
        expect(now.isPaused ? 1 : (now.endEtaS ?? 0) - (then.endEtaS ?? 0)).toBeCloseTo(1, 3);
      }),
    );
  });

  it('the order in which passages arrive makes no difference', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        expect(reckonRun({ ...run, passages: run.passages.toReversed() })).toEqual(reckonRun(run));
      }),
    );
  });
});

describe('predictArrival', () => {
  it('returns an instant, or null while the pig stands', () => {
    expect(predictArrival(reckonRun(plainRun()), 2500)).toBe(after(250));
    expect(predictArrival(reckonRun(edited(plainRun(), 100, 0, 10)), 2500)).toBeNull();
    expect(predictArrival(reckonRun({ ...plainRun(), launchAt: null }), 2500)).toBeNull();
    expect(reckonRun(plainRun()).base?.at).toBe(LAUNCH_AT);
  });
});
