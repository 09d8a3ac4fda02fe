import { isLocated } from '@waymark/domain/device/location';
import type { Surroundings } from '../../../map/look-around.ts';
import type { Device } from '../device.ts';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** How near to a marker's middle counts as on it, in px: half of its 32 px. */
export const REACH_PX = 16;

/** The device whose marker lies nearest to a point of the screen, or null where there is none in reach. */
export function findDeviceAt(devices: Iterable<Device>, { at, box, project }: Surroundings): number | null {
  let found: number | null = null;
  let nearest = REACH_PX;
  for (const device of devices) {
    if (!isLocated(device)) continue;
    const { lat, lon } = device;
    if (lon < box.west || lon > box.east || lat < box.south || lat > box.north) continue;
    const { x, y } = project(lat, lon);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance > nearest) continue;
    nearest = distance;
    found = device.uid;
  }
  return found;
}

/** What all located devices stand in; null when there are none. */
export function findBounds(devices: Iterable<Device>): Box | null {
  const located = [...devices].filter(isLocated);
  if (located.length === 0) return null;
  const lats = located.map(({ lat }) => lat);
  const lons = located.map(({ lon }) => lon);
  return { west: Math.min(...lons), south: Math.min(...lats), east: Math.max(...lons), north: Math.max(...lats) };
}
