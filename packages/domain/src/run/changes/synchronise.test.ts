import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualPassage, passageKey, type Run } from '../run.ts';
import { synchronise, type HeardPassage } from './synchronise.ts';
import { findFaults } from '../testing/find-faults.ts';
import { heard, minute, straightRun } from '../testing/straight-run.ts';

const NOW = minute(600);
const completed = (run: Run): Run => ({ ...run, completedAt: minute(500) });
const run = completed(straightRun({}, { M1: { linkedUid: 1 }, M2: { linkedUid: 2 }, M3: { linkedUid: 3 } }));

const hear = (uid: number, at: number, isVerified = false): HeardPassage => ({
  passage: heard(uid, at, null, isVerified),
  place: null,
});
const brief = ({ passages }: Run) => passages.map(({ markerName, uid, isVerified }) => [markerName, uid, isVerified]);

describe('synchronise', () => {
  test('adds new passages in the order of their times, each at the marker of its device', () => {
    const synchronised = synchronise(run, [hear(2, 30), hear(1, 20), hear(99, 25)], NOW);
    expect(brief(synchronised)).toEqual([
      ['M1', 1, false],
      [null, 99, false],
      ['M2', 2, false],
    ]);
  });

  test('the same passages again return the same run', () => {
    const all = [hear(2, 30), hear(1, 20)];
    const once = synchronise(run, all, NOW);
    expect(synchronise(once, all, NOW)).toBe(once);
    expect(synchronise(run, [], NOW)).toBe(run);
  });

  test('a known passage stays as the run has it', () => {
    const once = synchronise(run, [hear(1, 20)], NOW);
    const placed = { ...once, passages: once.passages.map((passage) => ({ ...passage, markerName: 'M3' })) };
    expect(synchronise(placed, [hear(1, 20, true)], NOW)).toBe(placed);
  });

  test("a user's earlier verification stays at a marker, and so do manual passages", () => {
    const own = { ...run, passages: [manualPassage('M3', minute(40))] };
    const synchronised = synchronise(
      own,
      [hear(1, 20, true), hear(1, 22, true), hear(2, 41, true), hear(3, 39, true), hear(99, 21, true)],
      NOW,
    );
    expect(brief(synchronised)).toEqual([
      ['M3', null, true],
      ['M1', 1, true],
      [null, 99, false],
      ['M1', 1, false],
      ['M3', 3, false],
      ['M2', 2, false],
    ]);
  });

  test('any passages leave the run valid and none are lost', () => {
    const passages = fc.array(
      fc.record({
        uid: fc.integer({ min: 1, max: 4 }),
        at: fc.integer({ min: 1, max: 499 }),
        isVerified: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(passages, passages, (first, second) => {
        const watching = { ...run, path: { ...run.path, agms: [1, 2, 3, 4] } };
        const heardOf = (said: typeof first) => [
          ...new Map(said.map(({ uid, at, isVerified }) => [`${uid} ${at}`, hear(uid, at, isVerified)])).values(),
        ];
        const before = synchronise(watching, heardOf(first), NOW);
        const after = synchronise(before, heardOf(second), NOW);
        expect(findFaults(after)).toEqual([]);
        const keys = new Set(after.passages.map(passageKey));
        for (const { passage } of [...heardOf(first), ...heardOf(second)])
          expect(keys.has(passageKey(passage))).toBe(true);
        for (const passage of before.passages.filter(({ isVerified }) => isVerified))
          expect(after.passages).toContainEqual(passage);
      }),
    );
  });
});
