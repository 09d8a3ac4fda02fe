import { formatDistance } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { UNKNOWN } from '@waymark/domain/device/modes';
import type { Marker } from '@waymark/domain/path/marker';
import type { ReplyAt } from '#/api/address.ts';
import { countWords } from '#/ui/table/count-words.ts';

export type DeviceReadiness = ReplyAt<'GET /pigrun/pigpath/:pathId/readiness'>[number];

export const isReady = ({ faults }: Pick<DeviceReadiness, 'faults'>) => faults.length === 0;

/** "9 of 13 AGMs are ready" */
export function describeReadiness(devices: readonly DeviceReadiness[]): string {
  const ready = devices.filter(isReady).length;
  const total = countWords(devices.length, 'AGM');
  return ready === devices.length ? `${total} ready` : `${ready} of ${total} ready`;
}

/** A sleeping device shows its wake-up time instead. */
export const PRESENCE_WORDS = { online: 'Online', offline: 'Offline', unknown: 'Never heard from' } as const;

const NEAR_M = 100;

/** Names of tracked markers without an AGM. */
export function listUnwatched(
  markers: readonly Pick<Marker, 'name' | 'state' | 'linkedUid'>[],
  devices: readonly DeviceReadiness[],
): readonly string[] {
  const watched = new Set(
    devices.flatMap(({ markerName, distanceToMarker }) =>
      distanceToMarker !== null && distanceToMarker <= NEAR_M ? [markerName] : [],
    ),
  );
  return markers.flatMap(({ name, state, linkedUid }) =>
    state === 'TRACK' && linkedUid === null && !watched.has(name) ? [name] : [],
  );
}

/** "2 unwatched markers: AGM 03, AGM 07. No AGM stands there to hear the pig." */
export function describeUnwatched(names: readonly string[]): string {
  const noun = names.length === 1 ? 'unwatched marker' : 'unwatched markers';
  return `${names.length} ${noun}: ${names.join(', ')}. No AGM stands there to hear the pig.`;
}

export function describePlace(
  { markerName, distanceToMarker }: Pick<DeviceReadiness, 'markerName' | 'distanceToMarker'>,
  units: UnitSystem,
): string {
  if (markerName === null) return 'No marker';
  return distanceToMarker === null ? markerName : `${markerName}, ${formatDistance(distanceToMarker, units)}`;
}

const MILLIVOLTS_PER_VOLT = 1000;

export function describeVolts(batteryMv: number | null): string {
  return batteryMv === null ? UNKNOWN : `${(batteryMv / MILLIVOLTS_PER_VOLT).toFixed(2)} V`;
}

export function describeDetectors(detectors: readonly string[]): string {
  return detectors.length === 0 ? 'None on' : detectors.join(', ');
}

/** "+0.2 s" relative to the server's clock. */
export function describeClock(offsetS: number | null): string {
  if (offsetS === null) return UNKNOWN;
  const shown = offsetS.toFixed(1);
  return Number(shown) === 0 ? '0.0 s' : `${offsetS > 0 ? '+' : ''}${shown} s`;
}
