import type { Place } from '../../geo/great-circle.ts';
import { completePassage, verifyPassage } from './changes.ts';
import { findMarkerFor, linkDevice } from './link.ts';
import { passageKey, type Run, type RunPassage } from '../run.ts';

// Adds to a completed run the passages that its devices have reported meanwhile.

/** A passage from the current records of a device: without a marker, verified where a user verified it. */
export interface HeardPassage {
  readonly passage: RunPassage;
  /** Place of the device at the time; null: unknown. */
  readonly place: Place | null;
}

/** Adds missing records to known passages. Marker, time and verification stay. */
function completeKnown(run: Run, heard: ReadonlyMap<string, HeardPassage>): Run {
  const passages = run.passages.map((known) => {
    const found = heard.get(passageKey(known));
    return found ? completePassage(known, found.passage) : known;
  });
  return passages.every((passage, at) => passage === run.passages[at]) ? run : { ...run, passages };
}

/**
 * Finds the marker as in an active run. The system verifies nothing here; a user's earlier verification stays where the
 * rules allow it.
 */
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

/** Idempotent. Manual changes stay. */
export function synchronise(run: Run, heard: readonly HeardPassage[], now: number): Run {
  const known = new Set(run.passages.map(passageKey));
  const completed = completeKnown(run, new Map(heard.map((each) => [passageKey(each.passage), each])));
  const byTime = heard
    .filter(({ passage }) => !known.has(passageKey(passage)))
    .toSorted((one, other) => one.passage.passageAt - other.passage.passageAt);
  return byTime.reduce((next, each) => takeNew(next, each, now), completed);
}
