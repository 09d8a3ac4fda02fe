import { drawShare, hashText } from '../chance/hash.ts';
import { computeWander } from '../chance/wander.ts';
import type { DeviceProfile } from './profile.ts';

const MINUTE_MS = 60_000;
const METRE_IN_DEGREES = 1 / 111_195;

export interface Reception {
  /** A magnitude: 85 means -85 dBm. */
  readonly signalStrength: number;
  readonly satelliteCount: number;
  readonly lat: number;
  readonly lon: number;
}

/** Reception at a time. The position scatters by some metres, like GPS. */
export function computeReception({ uid, link, lat, lon }: DeviceProfile, now: number): Reception {
  const seed = hashText(`reception/${uid}`);
  const usual = (link === 'iridium' ? 82 : 68) + 36 * drawShare(`signal/${uid}`);
  const swing = 6 * computeWander(seed, now, 40 * MINUTE_MS) + 2 * computeWander(seed + 1, now, 3 * MINUTE_MS);
  const north = 2.5 * computeWander(seed + 2, now, 15 * MINUTE_MS);
  const east = 2.5 * computeWander(seed + 3, now, 15 * MINUTE_MS);
  return {
    signalStrength: Math.round(Math.min(113, Math.max(51, usual + swing))),
    satelliteCount: Math.round(9 + 3.4 * computeWander(seed + 4, now, 25 * MINUTE_MS)),
    lat: roundDegrees(lat + north * METRE_IN_DEGREES),
    lon: roundDegrees(lon + (east * METRE_IN_DEGREES) / Math.cos((lat * Math.PI) / 180)),
  };
}

function roundDegrees(angle: number): number {
  return Math.round(angle * 1e7) / 1e7;
}
