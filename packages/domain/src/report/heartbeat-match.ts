import { isLocated } from '../device/location.ts';
import type { Place } from '../geo/great-circle.ts';

/** Maximum time between a heartbeat and a passage for taking the device's place from it (O-038). */
export const HEARTBEAT_MATCH_MS = 10 * 60_000;

interface Heard {
  readonly place: Place | null;
  readonly altitudeMm: number | null;
}

/** The device's place: from its heartbeat if known there, else from the passage. */
export function locateDevice(passage: Heard, heartbeat: Heard | null): Heard {
  const isKnown = heartbeat !== null && heartbeat.place !== null && isLocated(heartbeat.place);
  const { place, altitudeMm } = isKnown ? heartbeat : passage;
  return { place, altitudeMm };
}
