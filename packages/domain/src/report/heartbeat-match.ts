import { isLocated } from '../device/location.ts';
import type { Place } from '../geo/great-circle.ts';

/** A heartbeat tells where a device stood when it heard a passage if it is not farther from it in time (O-038). */
export const HEARTBEAT_MATCH_MS = 10 * 60_000;

interface Heard {
  readonly place: Place | null;
  readonly altitudeMm: number | null;
}

/** Where the device stood: as its heartbeat says when it knew it, else as the passage itself does. */
export function locateDevice(passage: Heard, heartbeat: Heard | null): Heard {
  const isKnown = heartbeat !== null && heartbeat.place !== null && isLocated(heartbeat.place);
  const { place, altitudeMm } = isKnown ? heartbeat : passage;
  return { place, altitudeMm };
}
