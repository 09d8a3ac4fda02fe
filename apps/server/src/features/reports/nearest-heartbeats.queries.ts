import type { Uid } from '@waymark/domain/ids';
import { HEARTBEAT_MATCH_MS } from '@waymark/domain/report/heartbeat-match';
import { sql } from 'kysely';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecordsOfDevices } from '../../platform/access/device-access.ts';

/** The time of a device's passage; UTC milliseconds. */
export interface Sighting {
  readonly uid: Uid;
  readonly at: number;
}

export interface NearestHeartbeat {
  readonly at: Date;
  readonly lat: number;
  readonly lon: number;
  readonly altitude_mm: number | null;
  readonly battery_mv: number;
  readonly signal_strength: number;
  readonly satellite_count: number;
}

/**
 * For each of them, in this order, the device's nearest heartbeat within ten minutes; null: none. A single statement,
 * which uses the index for each: the number of heartbeats makes no difference.
 */
export async function findNearestHeartbeats(
  reader: Reader,
  sightings: readonly Sighting[],
): Promise<(NearestHeartbeat | null)[]> {
  const found: (NearestHeartbeat | null)[] = sightings.map(() => null);
  if (sightings.length === 0) return found;
  const reach = sql`${`${HEARTBEAT_MATCH_MS} ms`}::interval`;
  const { rows } = await sql<NearestHeartbeat & { readonly place: number }>`
    select heard.place, nearest.*
    from unnest(${writeArray(sightings.map(({ uid }) => uid))}::bigint[], ${writeInstants(sightings.map(({ at }) => at))}::timestamptz[])
      with ordinality as heard (uid, at, place)
    cross join lateral (
      select heartbeats.at, lat, lon, altitude_mm, battery_mv, signal_strength, satellite_count from heartbeats
      where heartbeats.uid = heard.uid and heartbeats.at between heard.at - ${reach} and heard.at + ${reach}
        and ${visibleRecordsOfDevices(reader.scope, 'heartbeats')}
      order by greatest(heartbeats.at - heard.at, heard.at - heartbeats.at), heartbeats.at
      limit 1) nearest`.execute(reader.db);
  for (const { place, ...nearest } of rows) found[place - 1] = nearest;
  return found;
}
