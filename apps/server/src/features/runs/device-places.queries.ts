import type { PigPath } from '@waymark/domain/path/pig-path';
import type { DeviceAt } from '@waymark/domain/run/link';
import type { Place } from '@waymark/domain/geo/great-circle';
import { sql, type Expression } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';

const TOLD = sql`select d.uid, coalesce(s.lat, d.start_lat) as lat, coalesce(s.lon, d.start_lon) as lon
  from devices d join device_states s on s.uid = d.uid where (coalesce(s.lat, d.start_lat) <> 0 or coalesce(s.lon, d.start_lon) <> 0)`;

interface Watching extends Pick<PigPath, 'agms' | 'offlineAgms'> {
  /** Only devices of this company have a place here. */
  readonly groupId: number;
}

export interface ToldPlace extends Place {
  readonly uid: number;
}

/** Where devices stand that have told it, or were put somewhere since. */
async function listToldPlaces({ db }: Reader, uids: readonly number[], groupId: number): Promise<ToldPlace[]> {
  if (uids.length === 0) return [];
  const { rows } =
    await sql<ToldPlace>`${TOLD} and d.group_id = ${groupId} and d.uid = any(${writeArray(uids)}::bigint[])`.execute(
      db,
    );
  return rows;
}

/** The same of all that watch an active run; of those only that were heard lately, where that is enough. */
export async function listPlacesOfActive({ db }: Reader, isLately: boolean): Promise<ToldPlace[]> {
  const lately = isLately ? sql`and s.heard_at > now() - interval '2 minutes'` : sql``;
  const { rows } = await sql<ToldPlace>`${TOLD} ${lately} and exists (
    select from pig_run_devices w join pig_runs r on r.id = w.run_id and r.recieve_at is null
    where w.uid = d.uid and w.group_id = d.group_id)`.execute(db);
  return rows;
}

/** Where the devices of a run stand: as they told last, else where they were put when they were added. */
export async function listPlaces(reader: Reader, { groupId, agms, offlineAgms }: Watching): Promise<DeviceAt[]> {
  const told = new Map((await listToldPlaces(reader, agms, groupId)).map(({ uid, lat, lon }) => [uid, { lat, lon }]));
  return agms.map((uid) => ({ uid, place: told.get(uid) ?? offlineAgms[String(uid)] ?? null }));
}

interface Asked {
  readonly uid: number;
  /** What it said for another company does not count. */
  readonly groupId: number;
}

/** The query for where a device was at an instant: by the heartbeat nearest in time. */
export function selectPlaceAt(uid: Expression<number>, groupId: number, at: Expression<Date>) {
  const told = sql`select at, lat, lon from heartbeats where uid = ${uid} and group_id = ${groupId} and (lat <> 0 or lon <> 0)`;
  return sql<Place>`
    select lat, lon from (
      (${told} and at <= ${at} order by at desc limit 1) union all (${told} and at > ${at} order by at limit 1)) near
    order by abs(extract(epoch from at - ${at}::timestamptz)) limit 1`;
}

/** null: it never told. */
export async function findPlaceAt({ db }: Reader, { uid, groupId }: Asked, at: number): Promise<Place | null> {
  const { rows } = await selectPlaceAt(sql.val(uid), groupId, sql.val(new Date(at))).execute(db);
  return rows[0] ?? null;
}
