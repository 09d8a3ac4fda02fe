import { chooseBatteryLevel } from '@waymark/domain/device/battery';
import { isLocated } from '@waymark/domain/device/location';
import { LOW_BATTERY } from '@waymark/domain/path/readiness';
import type { Feature, Point } from 'geojson';
import { chooseCountChip, formatCount } from '#/map/icons/count-chip.ts';
import { chooseDeviceIcon, findPresence } from '#/map/icons/device-marker.view.ts';
import type { SignState } from '#/map/signs/cluster-signs.ts';
import type { MarkerProperties } from '#/map/layers/marker-properties.ts';
import type { Device } from '../store/device.ts';

export interface Marker {
  readonly lat: number;
  readonly lon: number;
  readonly look: MarkerProperties;
}

function chooseState(device: Device, isAlarmed: boolean, now: number): SignState {
  if (isAlarmed) return 'alarm';
  if (findPresence(device, now) === 'offline') return 'offline';
  const { lastBattery } = device;
  return lastBattery !== null && chooseBatteryLevel(lastBattery) <= LOW_BATTERY ? 'low' : 'fine';
}

/** The marker of a device; null if its place is unknown. */
export function describeMarker(device: Device | undefined, isAlarmed: boolean, now: number): Marker | null {
  if (!device || !isLocated(device)) return null;
  const count = device.lastDetectionCount ?? 0;
  const look: MarkerProperties = {
    icon: chooseDeviceIcon(device, now),
    rank: isAlarmed ? 2 : device.isConnected ? 1 : 0,
    isAlarmed,
    state: chooseState(device, isAlarmed, now),
    count: count > 0 ? formatCount(count) : '',
    chip: chooseCountChip(count),
  };
  return { lat: device.lat, lon: device.lon, look };
}

/** The markers of all located devices, by uid. */
export function describeMarkers(
  devices: Iterable<Device>,
  isAlarmed: (uid: number) => boolean,
  now: number,
): ReadonlyMap<number, Marker> {
  const markers = new Map<number, Marker>();
  for (const device of devices) {
    const marker = describeMarker(device, isAlarmed(device.uid), now);
    if (marker) markers.set(device.uid, marker);
  }
  return markers;
}

export function toFeature(uid: number, marker: Marker): Feature<Point, MarkerProperties> {
  const { lat, lon, look } = marker;
  return { type: 'Feature', id: uid, geometry: { type: 'Point', coordinates: [lon, lat] }, properties: look };
}

const LOOK_KEYS = ['icon', 'rank', 'isAlarmed', 'state', 'count', 'chip'] as const;

const isSameLook = (a: MarkerProperties, b: MarkerProperties) => LOOK_KEYS.every((key) => a[key] === b[key]);

/**
 * `looks` is written at once, `moves` may wait a little, and `unseen` movements wait until something else is written.
 */
export type News = 'nothing' | 'unseen' | 'moves' | 'looks';

type Place = Pick<Marker, 'lat' | 'lon'>;

/** Mirrors the markers that the map shows, and collects the changes to write. */
export class MarkerFeed {
  readonly #shown: Map<number, Marker>;
  readonly #waiting = new Map<number, Marker | null>();
  readonly #canSee: (from: Place, to: Place) => boolean;

  /** `shown` is on the map already. */
  constructor(canSee: (from: Place, to: Place) => boolean, shown: ReadonlyMap<number, Marker>) {
    this.#canSee = canSee;
    this.#shown = new Map(shown);
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  offer(uid: number, marker: Marker | null): News {
    const before = this.#shown.get(uid);
    if (!before && !marker) {
      this.#waiting.delete(uid);
      return 'nothing';
    }
    const hasSameLook = before && marker && isSameLook(before.look, marker.look);
    if (hasSameLook && before.lat === marker.lat && before.lon === marker.lon) {
      this.#waiting.delete(uid);
      return 'nothing';
    }
    this.#waiting.set(uid, marker);
    if (!hasSameLook) return 'looks';
    return this.#canSee(before, marker) ? 'moves' : 'unseen';
  }

  get(uid: number): Marker | undefined {
    return this.#shown.get(uid);
  }

  /** The changes since the last call; null: the marker is gone. */
  takeChanges(): ReadonlyMap<number, Marker | null> {
    const changes = new Map(this.#waiting);
    for (const [uid, marker] of changes) {
      if (marker) this.#shown.set(uid, marker);
      else this.#shown.delete(uid);
    }
    this.#waiting.clear();
    return changes;
  }
}
