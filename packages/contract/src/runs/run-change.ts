import { isEqual } from '@waymark/domain/equal';
import { comparePassages, passageKey, type Run } from '@waymark/domain/run/run';
import { z } from 'zod';
import { id } from '../devices/fields.ts';
import { pigRun, runPassage, runPassages, type PigRunText } from './pig-run.ts';
import { readPassage, writePassage } from './read-run.ts';
import { writeMarkers, writeRun, writeRunParts } from './write-run.ts';

/** What a change of a run makes different in its text. */
export const runChange = z.object({
  /** The revision that the change builds on; null: the texts are those of the whole run. */
  from: id.nullable(),
  /** The phase, and the texts that differ; markers that differ only in their ETAs are left out. */
  text: pigRun.omit({ passages: true }).partial().required({ Phase: true }),
  /** Added or changed passages. */
  passages: z.array(runPassage),
  gone: z.array(runPassage),
});
export type RunChangeText = z.output<typeof runChange>;

type Part = keyof ReturnType<typeof writeRunParts>;

function pickChanged(before: Run, after: Run, now: number): RunChangeText['text'] {
  const [was, is] = [writeRunParts(before, now), writeRunParts(after, now)];
  const parts = (Object.keys(is) as Part[]).filter((part) => was[part] !== is[part]);
  const areMarkersEqual = isEqual(before.path.markers, after.path.markers);
  return {
    ...Object.fromEntries(parts.map((part) => [part, is[part]])),
    Phase: is.Phase,
    ...(!areMarkersEqual && { markers: writeMarkers(after, now) }),
  };
}

/** Passages that are the same object in both states are equal, so a run with many passages costs little. */
function comparePassagesOf(before: Run, after: Run): Pick<RunChangeText, 'passages' | 'gone'> {
  if (before.passages === after.passages) return { passages: [], gone: [] };
  const known = new Map(before.passages.map((passage) => [passageKey(passage), passage]));
  const changed = after.passages.filter((passage) => {
    const was = known.get(passageKey(passage));
    known.delete(passageKey(passage));
    return was !== passage && !(was && isEqual(was, passage));
  });
  return { passages: changed.map(writePassage), gone: [...known.values()].map(writePassage) };
}

/** `before` is null for a run that its readers do not have. */
export function writeRunChange(before: Run | null, after: Run, now: number): RunChangeText {
  if (before !== null)
    return { from: before.rev, text: pickChanged(before, after, now), ...comparePassagesOf(before, after) };
  const { passages, ...text } = writeRun(after, now);
  return { from: null, text, passages: runPassages.parse(JSON.parse(passages)), gone: [] };
}

const keyOf = (passage: RunChangeText['passages'][number]) => passageKey(readPassage(passage));

/** The text of the run after the change; undefined: the change builds on another state than `known`. */
export function applyRunChange(
  known: PigRunText | undefined,
  rev: number,
  change: RunChangeText,
): PigRunText | undefined {
  const { from, text, passages, gone } = change;
  if (from === null) return pigRun.parse({ ...text, passages: JSON.stringify(passages) });
  if (known?.rev !== from) return undefined;
  const left = new Set([...passages, ...gone].map(keyOf));
  const kept = runPassages.parse(JSON.parse(known.passages)).filter((passage) => !left.has(keyOf(passage)));
  const all = [...kept, ...passages].toSorted((one, other) => comparePassages(readPassage(one), readPassage(other)));
  return pigRun.parse({ ...known, ...text, rev, passages: JSON.stringify(all) });
}
