import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Marker } from '../path/marker.ts';
import { unverifyPassage } from './changes.ts';
import { layCourse } from './course.ts';
import { reckon } from './estimate.ts';
import { takeInOrder } from './late-passages.ts';
import { judgeMissed } from './missed.ts';
import { passageKey, type Run, type RunPassage } from './run.ts';
import { heard, minute, NOW, straightRun } from './testing/straight-run.ts';

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

/** The markers are some 11.1 km apart; at the planned 3 m/s the pig needs some 62 minutes for it. */
const PACE_MIN = 61.7;
const onTime = NAMES.map((name, at) => heard(at + 1, Math.round(PACE_MIN * (at + 1)), name));

/** A pig of some speed, of which some markers hear nothing, and passages that are none of its own. */
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
    '[W-093] are verified as if they had come in order: %j',
    (order) => {
      const shuffled = order.flatMap((at) => onTime[at] ?? []);
      expect(listVerified(arrive(straightRun({}, AUTO), shuffled))).toEqual(onTime.map(passageKey).toSorted());
    },
  );

  test('[W-093] leave the run as the order of their times leaves it, whatever the order of arrival', () => {
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

  test('[W-093] change nothing about a passage that a person has decided', () => {
    const [first, second, third] = onTime;
    if (!first || !second || !third) throw new Error('three passages');
    const run = arrive(straightRun({}, AUTO), [first, second, third]);
    const refused = unverifyPassage(run, passageKey(third));
    if (!refused.ok) throw new Error(refused.failure);
    const withoutFirst = {
      ...refused.value,
      passages: refused.value.passages.filter((each) => each !== refused.value.passages[0]),
    };
    const isDecided = (key: string) => key === passageKey(third);
    expect(listVerified(arrive(withoutFirst, [first], isDecided))).toEqual([first, second].map(passageKey).toSorted());
  });

  test('[W-093] leave a passage alone that they have nothing to do with', () => {
    const [first, second] = onTime;
    if (!first || !second) throw new Error('two passages');
    // Nothing was to be verified when it came, and a person has turned it on since.
    const quiet = arrive(straightRun(), [second]);
    const run = { ...quiet, path: straightRun({}, AUTO).path };
    const late = heard(9, 300, null);
    expect(listVerified(arrive(run, [late]))).toEqual([]);
    expect(minute(0)).toBeLessThan(first.passageAt);
  });
});
