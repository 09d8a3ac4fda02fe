import type { PigPath } from '@waymark/domain/path/pig-path';
import type { DeviceAt } from '@waymark/domain/run/changes/link';
import type { Place } from '@waymark/domain/geo/great-circle';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql, type Expression } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';

const KNOWN_PLACES = sql`select d.uid, coalesce(s.lat, d.start_lat) as lat, coalesce(s.lon, d.start_lon) as lon
  from devices d join device_states s on s.uid = d.uid where (coalesce(s.lat, d.start_lat) <> 0 or coalesce(s.lon, d.start_lon) <> 0)`;

interface Watching extends Pick<PigPath, 'agms' | 'offlineAgms'> {
  /** Only devices of this company have a place here. */
  readonly groupId: CompanyId;
}

export interface KnownPlace extends Place {
  readonly uid: Uid;
}

/** Last reported or assigned places; devices without one are left out. */
async function listKnownPlaces({ db }: Reader, uids: readonly Uid[], groupId: CompanyId): Promise<KnownPlace[]> {
  if (uids.length === 0) return [];
  const { rows } =
    await sql<KnownPlace>`${KNOWN_PLACES} and d.group_id = ${groupId} and d.uid = any(${writeArray(uids)}::bigint[])`.execute(
      db,
    );
  return rows;
}

/** Known places of all devices that watch an active run; `isLately` limits them to devices heard in the last 2 minutes. */
export async function listPlacesOfActive({ db }: Reader, isLately: boolean): Promise<KnownPlace[]> {
  const lately = isLately ? sql`and s.heard_at > now() - interval '2 minutes'` : sql``;
  const { rows } = await sql<KnownPlace>`${KNOWN_PLACES} ${lately} and exists (
    select from pig_run_devices w join pig_runs r on r.id = w.run_id and r.completed_at is null
    where w.uid = d.uid and w.group_id = d.group_id)`.execute(db);
  return rows;
}

/** Places of the devices of a run: the last known one, else the place given when the device was added to the run. */
export async function listPlaces(reader: Reader, { groupId, agms, offlineAgms }: Watching): Promise<DeviceAt[]> {
  const told = new Map((await listKnownPlaces(reader, agms, groupId)).map(({ uid, lat, lon }) => [uid, { lat, lon }]));
  return agms.map((uid) => ({ uid, place: told.get(uid) ?? offlineAgms[String(uid)] ?? null }));
}

interface DeviceOfCompany {
  readonly uid: Uid;
  /** Only heartbeats that were stored for this company count. */
  readonly groupId: CompanyId;
}

/** Selects the place of a device at an instant, from the heartbeat nearest in time. */
export function selectPlaceAt(uid: Expression<number>, groupId: CompanyId, at: Expression<Date>) {
  const told = sql`select at, lat, lon from heartbeats where uid = ${uid} and group_id = ${groupId} and (lat <> 0 or lon <> 0)`;
  return sql<Place>`
    select lat, lon from (
      (${told} and at <= ${at} order by at desc limit 1) union all (${told} and at > ${at} order by at limit 1)) near
    order by abs(extract(epoch from at - ${at}::timestamptz)) limit 1`;
}

/** Returns null when no heartbeat of the device has a place. */
export async function findPlaceAt(
  { db }: Reader,
  { uid, groupId }: DeviceOfCompany,
  at: number,
): Promise<Place | null> {
  const { rows } = await selectPlaceAt(sql.val(uid), groupId, sql.val(new Date(at))).execute(db);
  return rows[0] ?? null;
}
