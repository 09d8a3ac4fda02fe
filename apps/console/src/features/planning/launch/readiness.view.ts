import { formatDistance } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { UNKNOWN } from '@waymark/domain/device/modes';
import type { Marker } from '@waymark/domain/path/marker';
import { formatFixed } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import type { ReplyAt } from '#/api/address.ts';

export type DeviceReadiness = ReplyAt<'GET /pigrun/pigpath/:pathId/readiness'>[number];

export const isReady = ({ faults }: Pick<DeviceReadiness, 'faults'>) => faults.length === 0;

/** "9 of 13 AGMs are ready" */
export function describeReadiness(devices: readonly DeviceReadiness[]): string {
  const ready = devices.filter(isReady).length;
  const count = devices.length;
  return ready === count
    ? t('{count} AGM ready|{count} AGMs ready', { count })
    : t('{ready} of {count} AGM ready|{ready} of {count} AGMs ready', { ready, count });
}

/** A sleeping device shows its wake-up time instead. */
export const PRESENCE_WORDS = { online: t('Online'), offline: t('Offline'), unknown: t('Never heard from') } as const;

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
  return t(
    '{count} unwatched marker: {names}. No AGM stands there to hear the pig.|{count} unwatched markers: {names}. No AGM stands there to hear the pig.',
    { count: names.length, names: names.join(', ') },
  );
}

export function describePlace(
  { markerName, distanceToMarker }: Pick<DeviceReadiness, 'markerName' | 'distanceToMarker'>,
  units: UnitSystem,
): string {
  if (markerName === null) return t('No marker');
  return distanceToMarker === null ? markerName : `${markerName}, ${formatDistance(distanceToMarker, units)}`;
}

const MILLIVOLTS_PER_VOLT = 1000;

export function describeVolts(batteryMv: number | null): string {
  return batteryMv === null ? t(UNKNOWN) : `${formatFixed(batteryMv / MILLIVOLTS_PER_VOLT, 2)} V`;
}

export function describeDetectors(detectors: readonly string[]): string {
  return detectors.length === 0 ? t('None on') : detectors.join(', ');
}

/** "+0.2 s" relative to the server's clock. */
export function describeClock(offsetS: number | null): string {
  if (offsetS === null) return t(UNKNOWN);
  const shown = Number(offsetS.toFixed(1));
  return `${shown > 0 ? '+' : ''}${formatFixed(shown === 0 ? 0 : shown, 1)} s`;
}
