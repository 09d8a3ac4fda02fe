import type { Place } from '@waymark/domain/geo/great-circle';
import { isZone, UTC, type Zone } from '@waymark/domain/time/zone';
import { find } from 'geo-tz/all';

/** The time zone at a place, from the boundaries of OpenStreetMap; at sea one with a fixed offset. */
export function findZone({ lat, lon }: Place): Zone {
  const [zone] = find(lat, lon);
  return zone !== undefined && isZone(zone) ? zone : UTC;
}
