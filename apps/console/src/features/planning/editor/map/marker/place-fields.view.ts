import type { Place } from '@waymark/domain/geo/great-circle';
import { t } from '#/language/t.ts';
import { parsePlace } from '#/features/devices/map/parse-place.ts';

/** As typed in the two fields. */
export interface TypedPlace {
  readonly lat: string;
  readonly lon: string;
}

export function readPlace({ lat, lon }: TypedPlace): Place | null {
  return parsePlace(`${lat.trim()}, ${lon.trim()}`);
}

/** The errors, in the words of the requirements. */
export function findPlaceFaults({ lat, lon }: TypedPlace): {
  readonly lat: string | null;
  readonly lon: string | null;
} {
  return {
    lat: readPlace({ lat, lon: '0' }) ? null : t('Valid Lat value is required'),
    lon: readPlace({ lat: '0', lon }) ? null : t('Valid Lon value is required'),
  };
}
