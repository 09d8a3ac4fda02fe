import type { Place } from '@waymark/domain/geo/great-circle';
import type { Result } from '@waymark/domain/result';
import type { LineFault } from '@waymark/domain/words/line-faults';

/** Limits the points of a line; no pipeline has more. */
export const MAX_LINE_POINTS = 200_000;

/** The lines of a file in their order. */
export type Pieces = Result<readonly (readonly Place[])[], LineFault>;

/** null: not on the Earth. */
export function toPlace(lon: unknown, lat: unknown): Place | null {
  if (typeof lon !== 'number' || typeof lat !== 'number') return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? { lat, lon } : null;
}

/** Like `toPlace`; an empty text is not a number. */
export function parsePlace(lon: string | undefined, lat: string | undefined): Place | null {
  if (!lon?.trim() || !lat?.trim()) return null;
  return toPlace(Number(lon), Number(lat));
}
