import {
  addManualPassage,
  changeMarker,
  editPig,
  removePassage,
  takePassage,
  verifyPassage,
} from '@waymark/domain/run/changes/changes';
import { manualPassage, passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRunChange, writeRunChange } from './run-change.ts';
import { readRun } from './read-run.ts';
import { writeRun } from './write-run.ts';

const LAUNCH_AT = Date.UTC(2026, 2, 18);
const NOW = LAUNCH_AT + 3_600_000;

const heard = (uid: number, seconds: number, markerName: string | null): RunPassage => ({
  ...manualPassage('M1', LAUNCH_AT + seconds * 1000),
  markerName,
  uid,
  endOfSnipAt: LAUNCH_AT + seconds * 1000 + 2500,
  isVerified: false,
  geoId: uid * 10_000 + seconds,
});

type Step = (run: Run) => Run;

const seconds = fc.integer({ min: 1, max: 3000 });
const markerName = fc.constantFrom('M1', 'M2', 'M3', 'M4', 'M5');
const pickKey = ({ passages }: Run, at: number) => {
  const passage = passages[at % Math.max(1, passages.length)];
  return passage ? passageKey(passage) : '';
};
const orSame = (run: Run, changed: ReturnType<typeof verifyPassage>) => (changed.ok ? changed.value : run);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 3 }), seconds, fc.option(markerName)).map(
    ([uid, at, name]): Step =>
      (run) =>
        takePassage(run, heard(uid, at, name)),
  ),
  fc.nat(9).map(
    (at): Step =>
      (run) =>
        orSame(run, verifyPassage(run, pickKey(run, at), NOW)),
  ),
  fc.nat(9).map(
    (at): Step =>
      (run) =>
        orSame(run, removePassage(run, pickKey(run, at))),
  ),
  fc.tuple(markerName, seconds).map(
    ([name, at]): Step =>
      (run) =>
        orSame(run, addManualPassage(run, name, LAUNCH_AT + at * 1000, NOW)),
  ),
  markerName.map(
    (name): Step =>
      (run) =>
        orSame(run, changeMarker(run, name, { state: 'SKIP' })),
  ),
  fc.constant<Step>((run) => orSame(run, editPig(run, { place: { lat: 36.1, lon: -97 }, speed: 1 }, NOW))),
  fc.string({ maxLength: 20 }).map((jobNumber): Step => (run) => ({ ...run, jobNumber })),
);

const begin = (): Run => straightRun({ launchAt: LAUNCH_AT });
const nextOf = (run: Run, change: Step): Run => ({ ...change(run), rev: run.rev + 1 });

describe('the change of a run', () => {
  it('[W-224] applied to the text before, it gives the text after, whatever was changed', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let run = begin();
        let text = writeRun(run, NOW);
        for (const change of steps) {
          const after = nextOf(run, change);
          const applied = applyRunChange(text, after.rev, writeRunChange(run, after, NOW));
          const expected = readRun(writeRun(after, NOW));
          const byKey = (one: RunPassage, other: RunPassage) => (passageKey(one) < passageKey(other) ? -1 : 1);
          const sort = (of: Run) => ({ ...of, passages: of.passages.toSorted(byKey) });
          expect(applied && sort(readRun(applied))).toEqual(sort(expected));
          run = after;
          text = applied ?? text;
        }
      }),
    );
  });

  it('[W-224] has only what is different', () => {
    const run = takePassage(takePassage(begin(), heard(1, 300, 'M1')), heard(2, 600, 'M2'));
    const after = nextOf(run, (known) => takePassage(known, heard(3, 900, 'M3')));
    const { from, text, passages, gone } = writeRunChange(run, after, NOW);
    expect([from, passages.map(({ uid }) => uid), gone]).toEqual([run.rev, [3], []]);
    expect(text).toEqual({ Phase: 1, rev: after.rev });
  });

  it('[W-224] does not fit a text of another revision', () => {
    const run = begin();
    const after = nextOf(run, (known) => takePassage(known, heard(1, 300, 'M1')));
    const change = writeRunChange(run, after, NOW);
    expect(applyRunChange({ ...writeRun(run, NOW), rev: run.rev - 1 }, after.rev, change)).toBeUndefined();
    expect(applyRunChange(undefined, after.rev, change)).toBeUndefined();
  });

  it('[W-224] is the whole run for a console that does not have it', () => {
    const run = takePassage(begin(), heard(1, 300, 'M1'));
    const text = applyRunChange(undefined, run.rev, writeRunChange(null, run, NOW));
    expect(text).toEqual(writeRun(run, NOW));
  });
});
