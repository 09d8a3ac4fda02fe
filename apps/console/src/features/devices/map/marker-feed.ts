import { isLocated } from '@waymark/domain/device/location';
import type { GeoJSONFeatureDiff, GeoJSONSourceDiff } from 'maplibre-gl';
import type { Feature, Point } from 'geojson';
import { chooseCountChip, formatCount } from '#/map/icons/count-chip.ts';
import { chooseDeviceIcon } from '#/map/icons/device-marker.view.ts';
import type { MarkerProperties } from '#/map/layers/marker-properties.ts';
import type { Device } from '../store/device.ts';

export interface Marker {
  readonly lat: number;
  readonly lon: number;
  readonly look: MarkerProperties;
}

/** The marker of a device; null if its place is unknown. */
export function describeMarker(device: Device | undefined, isAlarmed: boolean, now: number): Marker | null {
  if (!device || !isLocated(device)) return null;
  const count = device.lastDetectionCount ?? 0;
  const look: MarkerProperties = {
    icon: chooseDeviceIcon(device, now),
    rank: isAlarmed ? 2 : device.isConnected ? 1 : 0,
    isAlarmed,
    count: count > 0 ? formatCount(count) : '',
    chip: chooseCountChip(count),
  };
  return { lat: device.lat, lon: device.lon, look };
}

const toPoint = ({ lat, lon }: Marker): Point => ({ type: 'Point', coordinates: [lon, lat] });

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
  return { type: 'Feature', id: uid, geometry: toPoint(marker), properties: marker.look };
}

const LOOK_KEYS = ['icon', 'rank', 'isAlarmed', 'count', 'chip'] as const;

const isSameLook = (a: MarkerProperties, b: MarkerProperties) => LOOK_KEYS.every((key) => a[key] === b[key]);

function describeUpdate(uid: number, before: Marker, after: Marker): GeoJSONFeatureDiff {
  const hasMoved = before.lat !== after.lat || before.lon !== after.lon;
  const keys = LOOK_KEYS.filter((key) => before.look[key] !== after.look[key]);
  return {
    id: uid,
    ...(hasMoved && { newGeometry: toPoint(after) }),
    ...(keys.length > 0 && { addOrUpdateProperties: keys.map((key) => ({ key, value: after.look[key] })) }),
  };
}

/**
 * `looks` is written at once, `moves` may wait a little, and `unseen` movements wait until something else is written.
 */
export type News = 'nothing' | 'unseen' | 'moves' | 'looks';

type Place = Pick<Marker, 'lat' | 'lon'>;

/** Mirrors the content of the map's source, and collects the changes to write. */
export class MarkerFeed {
  readonly #shown: Map<number, Marker>;
  readonly #waiting = new Map<number, Marker | null>();
  readonly #canSee: (from: Place, to: Place) => boolean;

  /** `shown` is the source's initial content. */
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

  /** The changes since the last call; null: none. */
  takeDiff(): GeoJSONSourceDiff | null {
    if (this.#waiting.size === 0) return null;
    const add: Feature[] = [];
    const update: GeoJSONFeatureDiff[] = [];
    const remove: number[] = [];
    for (const [uid, marker] of this.#waiting) {
      const before = this.#shown.get(uid);
      if (!marker) remove.push(uid);
      else if (before) update.push(describeUpdate(uid, before, marker));
      else add.push(toFeature(uid, marker));
      if (marker) this.#shown.set(uid, marker);
      else this.#shown.delete(uid);
    }
    this.#waiting.clear();
    return { add, update, remove };
  }
}
