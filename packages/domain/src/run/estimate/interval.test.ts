import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../signals/src/random.ts';
import { changeMarker } from '../changes/changes.ts';
import { layCourse } from './course.ts';
import { estimate, predictArrival, reckon } from './estimate.ts';
import { findBucket, forecastRun } from './forecast.ts';
import { estimateArrival, estimateSpan } from './interval.ts';
import { FLUIDS, type Fluid } from './pace-filter.ts';
import type { Run } from '../run.ts';
import { after, placeAt, plainRun, withoutAgms, withSeen } from '../testing/plain-run.ts';
import { followRun, simulateRun } from '../testing/simulate-run.ts';
import { findQuantile, oddsBeyond } from './travel-time.ts';

function forecastOf(run: Run) {
  const course = layCourse(run.path);
  return forecastRun(run, course, reckon(run, course));
}

function spanOf(run: Run, seconds: number) {
  const forecast = forecastOf(run);
  return forecast && estimateSpan(forecast, after(seconds));
}

/** Fails unless there is a forecast. */
function mustForecast(run: Run) {
  const forecast = forecastOf(run);
  if (!forecast?.next || !forecast.end) throw new Error('nothing is forecast');
  return { ...forecast, next: forecast.next, end: forecast.end };
}

const LONG = [0, 5, 10, 15, 20, 25, 30, 40];
/** About as expected, slightly uneven. */
const steady = withSeen(plainRun(LONG), { M1: 502, M2: 1000, M3: 1505 });

describe('estimateSpan', () => {
  it('the span surrounds the estimate of the next marker and of the end', () => {
    const span = spanOf(steady, 1505);
    expect(span?.nextLowS).toBeGreaterThan(450);
    expect(span?.nextLowS).toBeLessThan(495);
    expect(span?.nextHighS).toBeGreaterThan(505);
    expect(span?.nextHighS).toBeLessThan(600);
    expect(span?.endLowS).toBeLessThan(2450);
    expect(span?.endHighS).toBeGreaterThan(2550);
  });

  it('the span narrows as more of the run is seen', () => {
    const widthOf = (seen: Readonly<Record<string, number>>) => {
      const { next, base } = mustForecast(withSeen(plainRun(LONG), seen));
      const span = estimateArrival(mustForecast(withSeen(plainRun(LONG), seen)), base.distanceM + 5000, base.at);
      return ((span?.highS ?? 0) - (span?.lowS ?? 0)) / next.officialS;
    };
    const widths = [widthOf({}), widthOf({ M1: 500 }), widthOf({ M1: 500, M2: 1000, M3: 1500, M4: 2000, M5: 2500 })];
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
  });

  it('the span of any place agrees with those of the next marker and the end', () => {
    const forecast = mustForecast(steady);
    const span = estimateSpan(forecast, after(1600));
    expect(estimateArrival(forecast, 20_000, after(1600))).toEqual({ lowS: span?.nextLowS, highS: span?.nextHighS });
    expect(estimateArrival(forecast, 40_000, after(1600))).toEqual({ lowS: span?.endLowS, highS: span?.endHighS });
    expect(estimateArrival(forecast, 15_000, after(1600))).toBeNull();
  });

  it('there is only a span of the end when no marker is left', () => {
    const run = withSeen(plainRun([0, 5, 10]), { M1: 500 });
    expect(spanOf(run, 500)).toMatchObject({ nextLowS: null, nextHighS: null, lateProbability: 0, missProbability: 0 });
    expect(spanOf(run, 500)?.endLowS).toBeGreaterThan(400);
  });

  it.each<[string, Run]>([
    ['is not launched', { ...plainRun(), launchAt: null }],
    ['is launched later', { ...plainRun(), launchAt: after(1000) }],
    ['stands', { ...plainRun(), edit: { at: after(50), place: placeAt(500), speed: 0 } }],
  ])('there is none while the pig %s', (_why, run) => {
    expect(spanOf(run, 100)).toBeNull();
  });

  it('a manual edit restarts the span at the place and speed of the edit', () => {
    const moved: Run = { ...steady, edit: { at: after(1600), place: placeAt(18_000), speed: 5 } };
    const span = spanOf(moved, 1600);
    expect(span?.nextLowS).toBeLessThan(400);
    expect(span?.nextHighS).toBeGreaterThan(400);
    expect(mustForecast(moved).experience).toBe('none');
    expect(estimateSpan(mustForecast(moved), after(1599))).toBeNull();
  });

  it('the span ignores skipped markers', () => {
    const skipped = changeMarker(steady, 'M4', { state: 'SKIP' });
    if (!skipped.ok) throw new Error(skipped.failure.code);
    expect(mustForecast(skipped.value).aheadM).toEqual([25_000, 30_000]);
    expect(mustForecast(skipped.value).next.officialS).toBeCloseTo(mustForecast(steady).next.officialS * 2);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [8, 2],
    [9, 3],
    [16, 3],
    [17, 4],
    [200, 4],
  ])('a place %d markers ahead uses bucket %d', (ahead, bucket) => {
    expect(findBucket(ahead)).toBe(bucket);
  });
});

describe('waiting time', () => {
  const forecast = mustForecast(steady);
  const waits = [0, 100, 400, 480, 500, 520, 600, 1000, 5000, 86_400, 31_536_000];
  const spans = waits.map((waitedS) => {
    const span = estimateSpan(forecast, forecast.base.at + waitedS * 1000);
    if (!span) throw new Error('no span');
    return { waitedS, ...span };
  });
  const expectGrowing = (values: readonly number[]) =>
    expect(values).toEqual(values.toSorted((one, other) => one - other));

  it('a span never ends in the past', () => {
    for (const { nextLowS, nextHighS, endLowS, endHighS } of spans) {
      expect(nextLowS).toBeGreaterThan(0);
      expect(nextHighS).toBeGreaterThan(nextLowS ?? Infinity);
      expect(endLowS).toBeGreaterThan(0);
      expect(endHighS).toBeGreaterThan(endLowS ?? Infinity);
    }
  });

  it('the latest time moves on while waiting', () => {
    expectGrowing(spans.map(({ waitedS, nextHighS }) => waitedS + (nextHighS ?? 0)));
    const unwatched = mustForecast(withoutAgms(steady, 'M4', 'M5', 'M6'));
    const ends = waits.map((waitedS) => estimateSpan(unwatched, unwatched.base.at + waitedS * 1000)?.endHighS ?? 0);
    expectGrowing(ends.map((endS, at) => endS + (waits[at] ?? 0)));
  });

  it('a missed marker gets likelier: one in twenty at first, certain at last', () => {
    const odds = spans.map(({ missProbability }) => missProbability);
    expectGrowing(odds);
    expect(odds[0]).toBeCloseTo(0.05, 10);
    expect(odds.at(-1)).toBeCloseTo(1, 6);
  });

  it('a late pig gets likelier: one in ten at first, certain past the latest time', () => {
    const odds = spans.map(({ lateProbability }) => lateProbability);
    expectGrowing(odds);
    expect(odds[0]).toBeCloseTo(0.1, 1);
    const latestS = spans[0]?.nextHighS ?? 0;
    expect(estimateSpan(forecast, forecast.base.at + latestS * 1000 + 1)?.lateProbability).toBe(1);
    expect(estimateSpan(forecast, forecast.base.at + latestS * 990)?.lateProbability).toBeLessThan(1);
  });
});

describe('a place where no AGM listens', () => {
  const forecast = mustForecast(withoutAgms(steady, 'M4'));
  const spanAt = (distanceM: number, waitedS: number) => {
    const span = estimateArrival(forecast, distanceM, forecast.base.at + waitedS * 1000);
    if (!span) throw new Error('no span');
    return { lowS: span.lowS + waitedS, highS: span.highS + waitedS };
  };

  it('[W-554] the span stays as it was predicted, and comes to lie in the past', () => {
    const predicted = spanAt(20_000, 0);
    for (const waitedS of [300, 500, 700, 3000]) {
      const span = spanAt(20_000, waitedS);
      expect(span.lowS).toBeCloseTo(predicted.lowS, 6);
      expect(span.highS).toBeCloseTo(predicted.highS, 6);
    }
  });

  it('[W-554] between two markers, too, the pig may have been there already', () => {
    const now = forecast.base.at + 250_000;
    const arrival = predictArrival(reckon(steady, layCourse(steady.path)), 17_500);
    const span = estimateArrival(forecast, 17_500, now);
    expect(now + (span?.lowS ?? 0) * 1000).toBeLessThan(arrival ?? 0);
    expect(now + (span?.lowS ?? 0) * 1000).toBeLessThan(now);
    expect(now + (span?.highS ?? 0) * 1000).toBeGreaterThan(now);
  });

  it('[W-554] a silent marker before it makes the span later', () => {
    const beyond = mustForecast(withoutAgms(steady, 'M5'));
    const [early, late] = [0, 560].map((waitedS) => {
      const span = estimateArrival(beyond, 25_000, beyond.base.at + waitedS * 1000);
      return { lowS: waitedS + (span?.lowS ?? 0), highS: waitedS + (span?.highS ?? 0) };
    });
    expect(late?.lowS).toBeGreaterThan(early?.lowS ?? Infinity);
    expect(late?.highS).toBeGreaterThan(early?.highS ?? Infinity);
  });

  it('[W-554] where an AGM listens, and at the receive site, the span never begins in the past', () => {
    for (const distanceM of [25_000, 40_000])
      for (const waitedS of [0, 1200, 5000, 86_400])
        expect(spanAt(distanceM, waitedS).lowS).toBeGreaterThanOrEqual(waitedS);
  });
});

describe('any run', () => {
  const second = fc.integer({ min: -1000, max: 40_000 });
  const anyRun = fc
    .record({
      seen: fc.dictionary(fc.constantFrom('M1', 'M2', 'M3', 'M4', 'M5', 'M6'), second),
      edit: fc.option(fc.tuple(fc.integer({ min: -1000, max: 45_000 }), fc.constantFrom(0, 0.001, 3, 30), second)),
    })
    .map(({ seen, edit }): Run => {
      const run = withSeen(plainRun(LONG), seen);
      return edit ? { ...run, edit: { place: placeAt(edit[0]), speed: edit[1], at: after(edit[2]) } } : run;
    });

  it('the span is finite, and contains the estimate while that and the ones before are in the future', () => {
    fc.assert(
      fc.property(anyRun, second, (run, seconds) => {
        const course = layCourse(run.path);
        const { isPaused, nextEtaS, endEtaS } = estimate(reckon(run, course), course, run.path.markers, after(seconds));
        const span = spanOf(run, seconds);
        expect(span === null).toBe(isPaused);
        if (span === null) return;
        // A marker that should have heard the pig by now moves the end beyond its estimate.
        const isEndMoved = nextEtaS !== null && nextEtaS <= 0;
        for (const [etaS, lowS, highS] of [
          [nextEtaS, span.nextLowS, span.nextHighS],
          [isEndMoved ? null : endEtaS, span.endLowS, span.endHighS],
        ] as const) {
          if (lowS === null || highS === null) continue;
          expect(Number.isFinite(lowS)).toBe(true);
          expect(Number.isFinite(highS)).toBe(true);
          expect(lowS).toBeGreaterThanOrEqual(0);
          expect(lowS).toBeLessThanOrEqual(highS);
          const isHeld = etaS === null || etaS <= 0 || (lowS - 1e-3 <= etaS && etaS <= highS + 1e-3);
          expect(isHeld).toBe(true);
        }
        for (const odds of [span.lateProbability, span.missProbability])
          expect([odds >= 0, odds <= 1]).toEqual([true, true]);
      }),
    );
  });

  it('a higher quantile takes more time, at least the waited time, and agrees with the odds', () => {
    const share = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(anyRun, share, share, fc.integer({ min: 0, max: 100_000 }), (run, one, other, waitedS) => {
        const time = forecastOf(run)?.end;
        if (!time) return;
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(findQuantile(time, less, waitedS)).toBeGreaterThanOrEqual(waitedS);
        expect(findQuantile(time, less, waitedS)).toBeLessThanOrEqual(findQuantile(time, more, waitedS));
        expect(oddsBeyond(time, findQuantile(time, more, waitedS), waitedS)).toBeCloseTo(1 - more, 6);
      }),
    );
  });
});

describe.each<Fluid>([...FLUIDS])('200 simulated runs in %s', (fluid) => {
  interface Outcome {
    readonly target: 'next' | 'end';
    readonly isCovered: boolean;
  }
  const outcomes: Outcome[] = [];
  const waiting: boolean[] = [];
  const unnoticed: boolean[] = [];

  beforeAll(() => {
    for (let number = 0; number < 200; number++) {
      const simulated = simulateRun(new Random(`interval ${fluid} ${number}`), fluid);
      const course = layCourse(simulated.run.path);
      for (const { run, at } of followRun(simulated)) {
        const forecast = forecastRun(run, course, reckon(run, course));
        if (!forecast) continue;
        const isWithin = (marker: number, distanceM: number, now: number) => {
          const [span, trueS] = [
            estimateArrival(forecast, distanceM, now),
            ((simulated.arrivedAt[marker] ?? 0) - now) / 1000,
          ];
          return span && trueS > 0 ? [trueS >= span.lowS && trueS <= span.highS] : [];
        };
        const last = simulated.arrivedAt.length - 1;
        const next = run.path.markers[at + 1];
        if (next && at + 1 < last) {
          outcomes.push(
            ...isWithin(at + 1, next.fromLaunchM, forecast.base.at).map(
              (isCovered) => ({ target: 'next', isCovered }) as const,
            ),
          );
          waiting.push(
            ...isWithin(at + 1, next.fromLaunchM, forecast.base.at + (forecast.next?.officialS ?? 0) * 1001),
          );
        }
        const beyond = run.path.markers[at + 2];
        if (next && beyond && at + 2 < last) {
          const without = withoutAgms(run, next.name);
          const unaware = forecastRun(without, course, reckon(without, course));
          const now =
            forecast.base.at + 1000 * (estimateArrival(forecast, next.fromLaunchM, forecast.base.at)?.highS ?? 0);
          const span = unaware && estimateArrival(unaware, next.fromLaunchM, now);
          const [arrivedS, isSilent] = [
            ((simulated.arrivedAt[at + 1] ?? 0) - now) / 1000,
            (simulated.heardAt[at + 2] ?? Infinity) > now,
          ];
          if (span && isSilent) unnoticed.push(arrivedS >= span.lowS && arrivedS <= span.highS);
        }
        outcomes.push(
          ...isWithin(last, course.lengthM, forecast.base.at).map(
            (isCovered) => ({ target: 'end', isCovered }) as const,
          ),
        );
      }
    }
  });

  const expectFourInFive = (covered: readonly boolean[]) => {
    const share = covered.filter(Boolean).length / covered.length;
    expect(covered.length).toBeGreaterThan(1000);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.86);
  };

  it.each(['next', 'end'] as const)('four in five arrive at the %s within the span', (target) => {
    expectFourInFive(outcomes.filter((outcome) => outcome.target === target).map(({ isCovered }) => isCovered));
  });

  it('four in five of those still awaited arrive within the span', () => {
    expectFourInFive(waiting);
  });

  it('[W-554] four in five are within the span of a place where no AGM listens when it ends, if the marker beyond is silent', () => {
    expectFourInFive(unnoticed);
  });
});
