import { describe, expect, it } from 'vitest';
import { Random } from '../../../../signals/src/random.ts';
import { layCourse } from './course.ts';
import { reckon } from './estimate.ts';
import { forecastRun } from './forecast.ts';
import { estimateSpan } from './interval.ts';
import { LEAST_RUNS, learnSpreads, listErrors, type ArrivalError } from './learn-spreads.ts';
import { DEFAULT_AUTO_SETTINGS, type Run } from '../run.ts';
import type { OwnSpreads } from './spread.ts';
import { after, placeAt, plainRun, withSeen } from '../testing/plain-run.ts';
import { completeRun, followRun, roughen, simulateRun, type SimulatedRun } from '../testing/simulate-run.ts';

const complete = (run: Run, seconds: number): Run => ({ ...run, completedAt: after(seconds) });

describe('listErrors', () => {
  const seen = withSeen(plainRun([0, 10, 20, 30, 40]), { M1: 1000, M2: 2000, M3: 3000 });

  it('measures the delay at the launch and at each passage: of the next, of one half way and of the end', () => {
    const errors = listErrors(complete(seen, 4000));
    const alike = errors.map(({ experience, bucket }) => [experience === 'none', bucket]);
    expect(alike.slice(0, 3), 'at the launch M1, M3 and the end').toEqual([
      [true, 0],
      [true, 1],
      [true, 1],
    ]);
    expect(alike.slice(3, 6), 'at M1 the others').toEqual([
      [false, 0],
      [false, 1],
      [false, 1],
    ]);
    expect(alike.slice(6), 'at M2 M3 and the end, at M3 the end').toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
    ]);
    for (const { error } of errors) expect(Math.abs(error)).toBeLessThan(1);
  });

  it('samples a hundred passages of a very long run', () => {
    const km = Array.from({ length: 1002 }, (_none, at) => at);
    const long = withSeen(plainRun(km), Object.fromEntries(km.slice(1, -1).map((at) => [`M${at}`, at * 100])));
    const errors = listErrors(complete(long, 100_100));
    expect(errors.filter(({ experience }) => experience === 'none')).toHaveLength(3);
    expect(errors).toHaveLength(300);
  });

  it('a late run has a larger error, whatever was edited on the way', () => {
    const [even, late] = [
      listErrors(complete(seen, 4000)).at(-1)?.error ?? 0,
      listErrors(complete(seen, 6000)).at(-1)?.error ?? 0,
    ];
    expect(late).toBeGreaterThan(even + 2);
    const edited: Run = { ...seen, edit: { at: after(2500), place: placeAt(22_000), speed: 3 } };
    expect(listErrors(complete(edited, 4000))).toEqual(listErrors(complete(seen, 4000)));
  });

  it('an active run and unverified passages have no errors', () => {
    expect(listErrors(seen)).toEqual([]);
    const unverified = { ...seen, passages: seen.passages.map((passage) => ({ ...passage, isVerified: false })) };
    expect(listErrors(complete(unverified, 4000)).map(({ experience }) => experience)).toEqual(['none']);
  });
});

describe('learnSpreads', () => {
  /** Less even than any simulated run. */
  const drawRuns = (seed: string, count: number): SimulatedRun[] =>
    Array.from({ length: count }, (_none, number) => {
      const dice = new Random(`${seed} ${number}`);
      return roughen(simulateRun(dice, 'liquid'), dice, 0.1);
    });

  /** The share of arrivals at the next marker that fall within the span. */
  function measureCoverage(simulated: readonly SimulatedRun[], spreads: OwnSpreads | null): number {
    const judged = simulated.flatMap((each) =>
      [...followRun(each)].flatMap(({ run, at }) => {
        const course = layCourse(run.path);
        const forecast = forecastRun(
          { ...run, auto: { ...DEFAULT_AUTO_SETTINGS, spreads } },
          course,
          reckon(run, course),
        );
        const span = forecast && estimateSpan(forecast, forecast.base.at);
        const seconds = ((each.arrivedAt[at + 1] ?? 0) - (forecast?.base.at ?? 0)) / 1000;
        return !span || span.nextLowS === null || span.nextHighS === null
          ? []
          : [seconds >= span.nextLowS && seconds <= span.nextHighS];
      }),
    );
    return judged.filter((isCovered) => isCovered).length / judged.length;
  }

  it('fewer than fifty runs teach nothing', () => {
    const errors = drawRuns('few', LEAST_RUNS - 1).map((simulated) => listErrors(completeRun(simulated)));
    expect(learnSpreads(errors)).toBeNull();
    expect(learnSpreads([...errors, []])).toBeNull();
    expect(learnSpreads([...errors, errors[0] ?? []])?.runs).toBe(LEAST_RUNS);
  });

  it('four arrivals in five fall within the learned span, fewer within the simulated one', () => {
    const spreads = learnSpreads(drawRuns('past', LEAST_RUNS).map((simulated) => listErrors(completeRun(simulated))));
    const coming = drawRuns('to come', 60);
    expect(measureCoverage(coming, null)).toBeLessThan(0.65);
    expect(measureCoverage(coming, spreads)).toBeGreaterThan(0.75);
    expect(measureCoverage(coming, spreads)).toBeLessThan(0.86);
  });

  it('buckets with too few runs stay unlearned', () => {
    const often = { experience: 'gas', bucket: 2 } as const;
    const rarely = { experience: 'liquid', bucket: 1 } as const;
    const errors = Array.from({ length: 50 }, (_none, run): ArrivalError[] => [
      { ...often, error: run },
      { ...often, error: run + 0.5 },
      ...(run < 29
        ? [
            { ...rarely, error: run },
            { ...rarely, error: run },
          ]
        : []),
    ]);
    const nothing = [null, null, null, null, null];
    const marks: unknown = [expect.closeTo(4.95, 9), expect.closeTo(24.75, 9), expect.closeTo(44.55, 9)];
    expect(learnSpreads(errors)).toEqual({
      runs: 50,
      marks: { none: nothing, unsure: nothing, gas: [null, null, marks, null, null], liquid: nothing },
    });
    expect(learnSpreads([...errors, [{ ...rarely, error: 0 }]])?.marks.liquid[1]).not.toBeNull();
  });
});
