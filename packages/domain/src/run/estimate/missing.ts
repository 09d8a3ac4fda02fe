import type { Marker } from '../../path/marker.ts';
import { listSeen } from './estimate.ts';
import { isManual, type Run } from '../run.ts';

// Finds the passages and records that a run lacks.

/** Tracked markers that the pig has passed without a verified passage. */
export function listMissing(run: Pick<Run, 'path' | 'passages' | 'launchAt'>): Marker[] {
  const seen = listSeen(run.path, run.passages, run.launchAt);
  const furthest = seen.at(-1)?.at ?? 0;
  const verified = new Set(seen.map(({ at }) => at));
  return run.path.markers.filter(({ state }, at) => state === 'TRACK' && at < furthest && !verified.has(at));
}

export const CHANNEL_NAMES = ['ELF', 'GEO', 'MAG'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** The channels of which a device passage has no record; none for a manual one. */
export function listLacking(passage: Run['passages'][number]): ChannelName[] {
  if (isManual(passage)) return [];
  const ids = [passage.elfId, passage.geoId, passage.magId];
  return CHANNEL_NAMES.filter((_name, at) => ids[at] === null);
}
