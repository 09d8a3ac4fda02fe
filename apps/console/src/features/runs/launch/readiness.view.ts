import { UNKNOWN } from '@waymark/domain/device/modes';
import type { ReplyAt } from '../../../api/address.ts';
import { countWords } from '../../../ui/count-words.ts';

export type DeviceReadiness = ReplyAt<'GET /pigrun/pigpath/:pathId/readiness'>[number];

export const isReady = ({ faults }: Pick<DeviceReadiness, 'faults'>) => faults.length === 0;

/** "9 of 13 AGMs are ready" */
export function describeReadiness(devices: readonly DeviceReadiness[]): string {
  const ready = devices.filter(isReady).length;
  const total = countWords(devices.length, 'AGM');
  return ready === devices.length ? `${total} ready` : `${ready} of ${total} ready`;
}

/** One that is asleep says when it wakes instead. */
export const PRESENCE_WORDS = { online: 'Online', offline: 'Offline', unknown: 'Never heard from' } as const;

const formatMetres = (metres: number) =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;

export function describePlace({
  markerName,
  distanceToMarker,
}: Pick<DeviceReadiness, 'markerName' | 'distanceToMarker'>): string {
  if (markerName === null) return 'No marker';
  return distanceToMarker === null ? markerName : `${markerName}, ${formatMetres(distanceToMarker)}`;
}

const MILLIVOLTS_PER_VOLT = 1000;

export function describeVolts(batteryMv: number | null): string {
  return batteryMv === null ? UNKNOWN : `${(batteryMv / MILLIVOLTS_PER_VOLT).toFixed(2)} V`;
}

export function describeDetectors(detectors: readonly string[]): string {
  return detectors.length === 0 ? 'None on' : detectors.join(', ');
}

/** "+0.2 s" against the server's clock. */
export function describeClock(offsetS: number | null): string {
  if (offsetS === null) return UNKNOWN;
  const shown = offsetS.toFixed(1);
  return Number(shown) === 0 ? '0.0 s' : `${offsetS > 0 ? '+' : ''}${shown} s`;
}
