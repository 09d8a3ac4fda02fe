import { chooseBatteryLevel } from '../device/battery.ts';
import { computeDistanceM, type Place } from '../geo/great-circle.ts';
import type { Uid } from '../ids.ts';
import type { Marker } from './marker.ts';

// Checks whether the devices of a path are ready for a pig. The result only warns.

export const READINESS_FAULTS = [
  'offline',
  'never-heard-from',
  'battery-low',
  'no-detector',
  'not-recording',
  'no-location',
  'far-from-marker',
  'clock-off',
] as const;
export type ReadinessFault = (typeof READINESS_FAULTS)[number];

export type Presence = 'online' | 'asleep' | 'offline' | 'unknown';

export interface DeviceState {
  readonly uid: Uid;
  readonly isConnected: boolean;
  /** UTC milliseconds. */
  readonly wakesAt: number | null;
  readonly lastHeartbeatAt: number | null;
  readonly batteryMv: number | null;
  /** Detector 0 is MAG; null: not reported. */
  readonly enables: readonly (number | null)[] | null;
  readonly frequencies: readonly (number | null)[] | null;
  readonly recordMode: number | null;
  readonly place: Place | null;
  /** Offset of the device's clock from the server's, milliseconds. */
  readonly clockOffsetMs: number | null;
}

export interface Readiness {
  readonly presence: Presence;
  readonly detectors: readonly string[];
  readonly markerName: string | null;
  readonly distanceToMarker: number | null;
  readonly faults: readonly ReadinessFault[];
}

export const LOW_BATTERY = 1;
const FAR_FROM_MARKER_M = 100;
const CLOCK_TOLERANCE_MS = 5000;
const RECORDING = 1;

export function findPresence(
  { isConnected, wakesAt, lastHeartbeatAt }: Pick<DeviceState, 'isConnected' | 'wakesAt' | 'lastHeartbeatAt'>,
  now: number,
): Presence {
  if (isConnected) return 'online';
  if (wakesAt !== null && wakesAt > now) return 'asleep';
  return lastHeartbeatAt === null ? 'unknown' : 'offline';
}

/** MAG and the frequencies of the enabled detectors. */
export function listDetectors({ enables, frequencies }: Pick<DeviceState, 'enables' | 'frequencies'>): string[] {
  return (enables ?? []).flatMap((isOn, at) => {
    if (isOn !== 1) return [];
    return at === 0 ? ['MAG'] : [`${frequencies?.[at] ?? '?'} Hz`];
  });
}

/** The linked marker, else the nearest tracked one. */
export function findMarkerOf({ uid, place }: Pick<DeviceState, 'uid' | 'place'>, markers: readonly Marker[]) {
  const tracked = markers.filter(({ state }) => state === 'TRACK');
  const linked = tracked.find(({ linkedUid }) => linkedUid === uid);
  const choices = (linked ? [linked] : tracked).map((marker) => ({
    marker,
    distanceM: place ? computeDistanceM(place, marker) : null,
  }));
  const [first, ...others] = choices;
  if (!first || (!place && !linked)) return null;
  return others.reduce((one, other) => ((other.distanceM ?? 0) < (one.distanceM ?? 0) ? other : one), first);
}

const PRESENCE_FAULTS: Readonly<Record<Presence, ReadinessFault | null>> = {
  online: null,
  asleep: null,
  offline: 'offline',
  unknown: 'never-heard-from',
};

function findPlaceFault(distanceM: number | null): ReadinessFault | null {
  if (distanceM === null) return 'no-location';
  return distanceM > FAR_FROM_MARKER_M ? 'far-from-marker' : null;
}

/** The state of a device and the faults to repair before the launch. */
export function judgeReadiness(device: DeviceState, markers: readonly Marker[], now: number): Readiness {
  const presence = findPresence(device, now);
  const detectors = listDetectors(device);
  const near = findMarkerOf(device, markers);
  const { batteryMv, recordMode, clockOffsetMs } = device;
  const faults = [
    PRESENCE_FAULTS[presence],
    batteryMv !== null && chooseBatteryLevel(batteryMv) <= LOW_BATTERY ? 'battery-low' : null,
    device.enables !== null && detectors.length === 0 ? 'no-detector' : null,
    recordMode !== null && recordMode !== RECORDING ? 'not-recording' : null,
    findPlaceFault(near?.distanceM ?? null),
    clockOffsetMs !== null && Math.abs(clockOffsetMs) > CLOCK_TOLERANCE_MS ? 'clock-off' : null,
  ] as const;
  return {
    presence,
    detectors,
    markerName: near?.marker.name ?? null,
    distanceToMarker: near?.distanceM ?? null,
    faults: faults.filter((fault) => fault !== null),
  };
}
