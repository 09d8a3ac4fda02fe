import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Marker } from '../../path/marker.ts';
import { unverifyPassage } from './changes.ts';
import { layCourse } from '../estimate/course.ts';
import { reckon } from '../estimate/estimate.ts';
import { takeInOrder } from './late-passages.ts';
import { judgeMissed } from '../estimate/missed.ts';
import { passageKey, type Run, type RunPassage } from '../run.ts';
import { heard, minute, NOW, straightRun } from '../testing/straight-run.ts';

const NAMES = ['M1', 'M2', 'M3', 'M4', 'M5'] as const;
const AUTO: Readonly<Record<string, Partial<Marker>>> = Object.fromEntries(
  NAMES.map((name) => [name, { autoVerify: true }]),
);

function arrive(run: Run, passages: readonly RunPassage[], isDecided = (_key: string) => false): Run {
  const course = layCourse(run.path);
  return passages.reduce(
    (state, passage) => takeInOrder(state, { passage, course, now: NOW, judgeMissed, isVerified: false, isDecided }),
    run,
  );
}

const listVerified = ({ passages }: Run) =>
  passages
    .filter(({ isVerified }) => isVerified)
    .map(passageKey)
    .toSorted();
const listAll = ({ passages }: Run) => passages.map(passageKey).toSorted();

/** The markers are 11.1 km apart: about 62 minutes at the planned 3 m/s. */
const PACE_MIN = 61.7;
const onTime = NAMES.map((name, at) => heard(at + 1, Math.round(PACE_MIN * (at + 1)), name));

/** A pig at any speed, markers that hear nothing, and passages of other origin. */
const anyPassages = fc
  .record({
    pace: fc.double({ min: 0.93, max: 1.07, noNaN: true }),
    jitter: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 5 }),
    heardAt: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    others: fc.array(fc.record({ at: fc.nat(400), name: fc.constantFrom(...NAMES, null) }), { maxLength: 4 }),
  })
  .map(({ pace, jitter, heardAt, others }) => [
    ...NAMES.flatMap((name, at) =>
      heardAt[at] === true ? [heard(at + 1, Math.round(PACE_MIN * pace * (at + 1)) + (jitter[at] ?? 0), name)] : [],
    ),
    ...others.map(({ at, name }, number) => heard(10 + number, at, name)),
  ]);

describe('passages that arrive out of order', () => {
  test.each([[[4, 3, 2, 1, 0]], [[2, 0, 1, 4, 3]], [[1, 2, 3, 4, 0]]])(
    '[W-093] passages are verified as if they had arrived in order: %j',
    (order) => {
      const shuffled = order.flatMap((at) => onTime[at] ?? []);
      expect(listVerified(arrive(straightRun({}, AUTO), shuffled))).toEqual(onTime.map(passageKey).toSorted());
    },
  );

  test('[W-093] the result depends on the times of the passages, not on the order of their arrival', () => {
    const trial = fc.property(anyPassages, fc.infiniteStream(fc.nat()), (passages, keys) => {
      const ordered = passages.toSorted(
        (one, other) => one.passageAt - other.passageAt || (passageKey(one) < passageKey(other) ? -1 : 1),
      );
      const shuffled = passages
        .map((passage) => ({ passage, key: keys.next().value }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ passage }) => passage);
      const [expected, actual] = [arrive(straightRun({}, AUTO), ordered), arrive(straightRun({}, AUTO), shuffled)];
      expect([listAll(actual), listVerified(actual)]).toEqual([listAll(expected), listVerified(expected)]);
      const course = layCourse(actual.path);
      expect(reckon(actual, course)).toEqual(reckon(expected, course));
    });
    fc.assert(trial, { numRuns: 500 });
  });

  test("[W-093] a user's decision about a passage stays", () => {
    const [first, second, third] = onTime;
    if (!first || !second || !third) throw new Error('three passages');
    const run = arrive(straightRun({}, AUTO), [first, second, third]);
    const refused = unverifyPassage(run, passageKey(third));
    if (!refused.ok) throw new Error(refused.failure.code);
    const withoutFirst = {
      ...refused.value,
      passages: refused.value.passages.filter((each) => each !== refused.value.passages[0]),
    };
    const isDecided = (key: string) => key === passageKey(third);
    expect(listVerified(arrive(withoutFirst, [first], isDecided))).toEqual([first, second].map(passageKey).toSorted());
  });

  test('[W-093] an unrelated passage stays as it is', () => {
    const [first, second] = onTime;
    if (!first || !second) throw new Error('two passages');
    // Nothing was verified on arrival; a user has enabled autoVerify since.
    const quiet = arrive(straightRun(), [second]);
    const run = { ...quiet, path: straightRun({}, AUTO).path };
    const late = heard(9, 300, null);
    expect(listVerified(arrive(run, [late]))).toEqual([]);
    expect(minute(0)).toBeLessThan(first.passageAt);
  });
});
