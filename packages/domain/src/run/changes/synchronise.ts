import type { Place } from '../../geo/great-circle.ts';
import { verifyPassage } from './changes.ts';
import { findMarkerFor, linkDevice } from './link.ts';
import { passageKey, type Run, type RunPassage } from '../run.ts';

// Adds to a completed run the passages that its devices have reported meanwhile.

/** A passage from the current records of a device: without a marker, verified where a user verified it. */
export interface HeardPassage {
  readonly passage: RunPassage;
  /** Place of the device at the time; null: unknown. */
  readonly place: Place | null;
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

/** Idempotent. Passages of the run stay as they are. */
export function synchronise(run: Run, heard: readonly HeardPassage[], now: number): Run {
  const known = new Set(run.passages.map(passageKey));
  const byTime = heard
    .filter(({ passage }) => !known.has(passageKey(passage)))
    .toSorted((one, other) => one.passage.passageAt - other.passage.passageAt);
  return byTime.reduce((next, each) => takeNew(next, each, now), run);
}
