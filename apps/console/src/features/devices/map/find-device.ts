import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { isLocated } from '@waymark/domain/device/location';
import type { Device } from '../store/device.ts';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Markers closer than this cannot be distinguished at any zoom, in metres. */
const SAME_PLACE_M = 25;
const MOST_BESIDE = 12;
const METRES_A_DEGREE = 111_320;

/** The devices at the place of this one, ordered by uid. */
export function listBeside(devices: Iterable<Device>, device: Device): readonly number[] {
  if (!isLocated(device)) return [];
  const degrees = SAME_PLACE_M / METRES_A_DEGREE;
  const beside: number[] = [];
  for (const other of devices) {
    if (other.uid === device.uid || !isLocated(other) || Math.abs(other.lat - device.lat) > degrees) continue;
    if (computeDistanceM(device, other) <= SAME_PLACE_M) beside.push(other.uid);
  }
  return beside.toSorted((one, other) => one - other).slice(0, MOST_BESIDE);
}

/** The bounding box of all located devices; null if there are none. */
export function findBounds(devices: Iterable<Device>): Box | null {
  const located = [...devices].filter(isLocated);
  if (located.length === 0) return null;
  const lats = located.map(({ lat }) => lat);
  const lons = located.map(({ lon }) => lon);
  return { west: Math.min(...lons), south: Math.min(...lats), east: Math.max(...lons), north: Math.max(...lats) };
}
