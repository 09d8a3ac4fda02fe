import { chooseBatteryLevel, describeBattery } from '../device/battery.ts';
import { describeRecordMode } from '../device/modes.ts';
import { computeDistanceM, type Place } from '../geo/great-circle.ts';
import type { Uid } from '../ids.ts';
import type { Marker } from './marker.ts';

// Checks whether the devices of a path are ready for a pig. The result only warns.

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
  readonly faults: readonly string[];
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

const PRESENCE_FAULTS: Readonly<Record<Presence, string | null>> = {
  online: null,
  asleep: null,
  offline: 'Offline',
  unknown: 'Never heard from',
};

/** In the units of the reader. */
type WriteDistance = (metres: number) => string;

function findPlaceFault(distanceM: number | null, writeDistance: WriteDistance): string | null {
  if (distanceM === null) return 'Location unknown';
  return distanceM > FAR_FROM_MARKER_M ? `${writeDistance(distanceM)} from its marker` : null;
}

function findBatteryFault(batteryMv: number | null): string | null {
  if (batteryMv === null) return null;
  const level = chooseBatteryLevel(batteryMv);
  return level <= LOW_BATTERY ? `Battery ${describeBattery(level)}` : null;
}

/** The state of a device and the faults to repair before the launch. */
export function judgeReadiness(
  device: DeviceState,
  markers: readonly Marker[],
  now: number,
  writeDistance: WriteDistance,
): Readiness {
  const presence = findPresence(device, now);
  const detectors = listDetectors(device);
  const near = findMarkerOf(device, markers);
  const { recordMode, clockOffsetMs } = device;
  const faults = [
    PRESENCE_FAULTS[presence],
    findBatteryFault(device.batteryMv),
    device.enables !== null && detectors.length === 0 ? 'No detector is on' : null,
    recordMode !== null && recordMode !== RECORDING ? `Record mode ${describeRecordMode(recordMode)}` : null,
    findPlaceFault(near?.distanceM ?? null, writeDistance),
    clockOffsetMs !== null && Math.abs(clockOffsetMs) > CLOCK_TOLERANCE_MS
      ? `Clock ${Math.round(clockOffsetMs / 1000)} s off`
      : null,
  ];
  return {
    presence,
    detectors,
    markerName: near?.marker.name ?? null,
    distanceToMarker: near?.distanceM ?? null,
    faults: faults.filter((fault) => fault !== null),
  };
}
