import type { Place } from '../geo/great-circle.ts';
import { completePassage, verifyPassage } from './changes.ts';
import { findMarkerFor, linkDevice } from './link.ts';
import { passageKey, type Run, type RunPassage } from './run.ts';

// A completed run takes in what its devices have heard meanwhile.

/** A passage as the records of its device have it now: at no marker, verified where a person has said so. */
export interface HeardPassage {
  readonly passage: RunPassage;
  /** Where the device stood then; null: nobody knows. */
  readonly place: Place | null;
}

/** What is in the run already is completed: its marker, its time and whether it is verified stay. */
function completeKnown(run: Run, heard: ReadonlyMap<string, HeardPassage>): Run {
  const passages = run.passages.map((known) => {
    const found = heard.get(passageKey(known));
    return found ? completePassage(known, found.passage) : known;
  });
  return passages.every((passage, at) => passage === run.passages[at]) ? run : { ...run, passages };
}

/** Finds its marker as on the way. Nothing is verified by itself any more; what a person has verified before stays so where the rules allow it. */
function takeNew(run: Run, { passage, place }: HeardPassage, now: number): Run {
  const { uid } = passage;
  if (uid === null) return run;
  const marker = findMarkerFor(run, { uid, place });
  const linked = linkDevice(run, marker, uid);
  const taken = {
    ...linked,
    passages: [...linked.passages, { ...passage, markerName: marker?.name ?? null, isVerified: false }],
  };
  const verified = passage.isVerified && marker !== null ? verifyPassage(taken, passageKey(passage), now) : null;
  return verified?.ok ? verified.value : taken;
}

/** A second time changes nothing, and what a person has set by hand stays. */
export function synchronise(run: Run, heard: readonly HeardPassage[], now: number): Run {
  const known = new Set(run.passages.map(passageKey));
  const completed = completeKnown(run, new Map(heard.map((each) => [passageKey(each.passage), each])));
  const byTime = heard
    .filter(({ passage }) => !known.has(passageKey(passage)))
    .toSorted((one, other) => one.passage.passageAt - other.passage.passageAt);
  return byTime.reduce((next, each) => takeNew(next, each, now), completed);
}
