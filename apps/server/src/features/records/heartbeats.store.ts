import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { writeColumn } from '../../platform/database/binary-column.ts';
import type { Change } from '../../platform/database/change.ts';
import { LINK_CODES, toMillimetres, type Incoming } from './incoming.ts';
import { settleLinks } from './first-reports.store.ts';
import { isNewer, laterArrival } from './newer.ts';
import { pushConnections } from './connection-event.ts';

// The busiest path of the server: whole batches in two statements.

/** A heartbeat older than this is history and does not change the presence of the device. */
const FRESH_MS = 5 * 60_000;

type IncomingHeartbeat = Incoming<Heartbeat>;

/** Stores the heartbeats, counts the new ones and updates the last values of the devices. */
export async function storeHeartbeats(change: Change, heartbeats: readonly IncomingHeartbeat[]): Promise<void> {
  if (heartbeats.length === 0) return;
  await insertHeartbeats(change, heartbeats);
  await updateLastValues(change, findNewest(heartbeats));
}

async function insertHeartbeats(change: Change, all: readonly IncomingHeartbeat[]): Promise<void> {
  await sql`
    with stored as (
      insert into heartbeats (uid, at, group_id, received_at, lat, lon, altitude_mm, battery_mv, offline_files, online_files,
        iridium_offline_files, link, signal_strength, satellite_count, error_flag, power_supply_state, geophone_connected,
        external_antenna_connected, antenna_fold_state)
      select
        unnest(${writeColumn('bigint', all, ({ uid }) => uid)}::bigint[]),
        unnest(${writeColumn('timestamptz', all, ({ body }) => body.t)}::timestamptz[]),
        unnest(${writeColumn('bigint', all, ({ groupId }) => groupId)}::bigint[]),
        unnest(${writeColumn('timestamptz', all, ({ receivedAt }) => receivedAt)}::timestamptz[]),
        unnest(${writeColumn('float8', all, ({ body }) => body.lat)}::float8[]),
        unnest(${writeColumn('float8', all, ({ body }) => body.lon)}::float8[]),
        unnest(${writeColumn('int', all, ({ body }) => toMillimetres(body.altitude))}::int[]),
        unnest(${writeColumn('int', all, ({ body }) => body.battery)}::int[]),
        unnest(${writeColumn('int', all, ({ body }) => body.numberOfflineFiles)}::int[]),
        unnest(${writeColumn('int', all, ({ body }) => body.numberOnlineFiles)}::int[]),
        unnest(${writeColumn('int', all, ({ body }) => body.numberIridiumOfflineFiles)}::int[]),
        unnest(${writeColumn('smallint', all, ({ link }) => LINK_CODES[link])}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.signalStrength)}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.satelliteCount)}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.errorFlag)}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.powerSupplyState)}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.geophoneConnected)}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.externalAntennaConnected)}::smallint[]),
        unnest(${writeColumn('smallint', all, ({ body }) => body.internalAntennaFoldState)}::smallint[])
      on conflict do nothing
      returning uid, at, group_id
    )
    insert into record_counts (uid, kind, day, group_id, count)
    select uid, 'heartbeat', (at at time zone 'utc')::date, group_id, count(*) from stored
    group by 1, 3, 4 order by 1, 3
    on conflict (uid, kind, day, group_id) do update set count = record_counts.count + excluded.count`.execute(
    change.db,
  );
}

/** Caps the time at the arrival, because the clock of a device may be ahead. */
const knownAt = ({ body, receivedAt }: IncomingHeartbeat) => Math.min(body.t, receivedAt);

/** The newest heartbeat of each device; the later arrival wins for equal times. */
function findNewest(heartbeats: readonly IncomingHeartbeat[]): IncomingHeartbeat[] {
  const newest = new Map<number, IncomingHeartbeat>();
  for (const heartbeat of heartbeats) {
    const known = newest.get(heartbeat.uid);
    if (!known || knownAt(heartbeat) >= knownAt(known)) newest.set(heartbeat.uid, heartbeat);
  }
  return [...newest.values()].toSorted((one, other) => one.uid - other.uid);
}

interface Updated {
  readonly uid: Uid;
  readonly is_first: boolean;
  readonly is_newer: boolean;
  readonly has_turned: boolean;
  readonly was_connected: boolean;
  readonly is_iridium: boolean;
  readonly was_iridium: boolean;
}

async function updateLastValues(change: Change, newest: readonly IncomingHeartbeat[]): Promise<void> {
  const isFresh = ({ link, body, receivedAt }: IncomingHeartbeat) =>
    link === 'iridium' || body.t > receivedAt - FRESH_MS;
  const { rows } = await sql<Updated>`
    update device_states s set
      heard_at = ${laterArrival('s.heard_at', sql`v.received_at`)},
      heartbeat_at = case when v.is_newer then v.at else s.heartbeat_at end,
      battery_mv = case when v.is_newer then v.battery_mv else s.battery_mv end,
      signal_dbm = case when v.is_newer then -v.signal_strength else s.signal_dbm end,
      offline_files = case when v.is_newer then v.offline_files else s.offline_files end,
      online_files = case when v.is_newer then v.online_files else s.online_files end,
      disk_share = case when v.is_newer and v.disk_share is not null then v.disk_share else s.disk_share end,
      disk_use_mb = case when v.is_newer and v.disk_share is not null then null else s.disk_use_mb end,
      lat = case when v.is_newer and v.has_position then v.lat else s.lat end,
      lon = case when v.is_newer and v.has_position then v.lon else s.lon end,
      is_connected = s.is_connected or v.is_fresh,
      is_overdue = s.is_overdue and not v.is_fresh,
      is_iridium = case when v.is_fresh then v.link = 2 else s.is_iridium end,
      is_bluetooth = case when v.is_fresh and v.link < 2 then v.link = 1 else s.is_bluetooth end
    from (
      select i.uid, i.at, i.received_at, i.lat, i.lon,
        i.battery_mv, i.signal_strength, i.offline_files, i.online_files, i.disk_share, i.link, i.is_fresh, i.lat <> 0 or i.lon <> 0 as has_position,
        ${isNewer('p.heartbeat_at', { at: sql`i.at`, receivedAt: sql`i.received_at` })} as is_newer,
        p.is_connected as was_connected, p.is_iridium as was_iridium, p.is_bluetooth as was_bluetooth,
        p.heard_at is null as is_first
      from unnest(
        ${writeColumn('bigint', newest, ({ uid }) => uid)}::bigint[],
        ${writeColumn('timestamptz', newest, ({ body }) => body.t)}::timestamptz[],
        ${writeColumn('timestamptz', newest, ({ receivedAt }) => receivedAt)}::timestamptz[],
        ${writeColumn('float8', newest, ({ body }) => body.lat)}::float8[],
        ${writeColumn('float8', newest, ({ body }) => body.lon)}::float8[],
        ${writeColumn('int', newest, ({ body }) => body.battery)}::int[],
        ${writeColumn('int', newest, ({ body }) => body.signalStrength)}::int[],
        ${writeColumn('int', newest, ({ body }) => body.numberOfflineFiles)}::int[],
        ${writeColumn('int', newest, ({ body }) => body.numberOnlineFiles)}::int[],
        ${writeColumn('float8', newest, ({ diskShare }) => diskShare ?? null)}::float8[],
        ${writeColumn('smallint', newest, ({ link }) => LINK_CODES[link])}::smallint[],
        ${writeColumn('boolean', newest, (heartbeat) => Number(isFresh(heartbeat)))}::boolean[]
      ) as i (uid, at, received_at, lat, lon, battery_mv, signal_strength, offline_files, online_files, disk_share, link, is_fresh)
      join device_states p on p.uid = i.uid
    ) v
    where s.uid = v.uid
    returning s.uid, v.is_first, v.is_newer, s.is_iridium, v.was_iridium, v.was_connected,
      s.is_connected <> v.was_connected or s.is_bluetooth is distinct from v.was_bluetooth as has_turned`.execute(
    change.db,
  );
  const byUid = new Map(newest.map((heartbeat) => [heartbeat.uid, heartbeat]));
  for (const row of rows) announce(change, byUid.get(row.uid), row);
  await settleLinks(change, rows);
  const turned = rows.filter((row) => row.has_turned);
  await pushConnections(
    change,
    turned.map(({ uid, was_connected: wasConnected }) => ({
      uid,
      groupId: byUid.get(uid)?.groupId ?? 0,
      kind: 'online',
      wasConnected,
    })),
  );
}

function announce(change: Change, heartbeat: IncomingHeartbeat | undefined, updated: Updated): void {
  if (!heartbeat) return;
  const { uid, groupId, body } = heartbeat;
  const audience = { groupId, uid };
  if (updated.is_newer) {
    change.push('ReceiveHeartbeat', audience, {
      uid,
      lat: body.lat,
      lon: body.lon,
      altitude: toMillimetres(body.altitude),
      battery: body.battery,
      signalStrength: body.signalStrength,
      heartbeatTimeStamp: formatUtcSecond(body.t),
      satelliteCount: body.satelliteCount,
      numberOfflineFiles: body.numberOfflineFiles,
      numberOnlineFiles: body.numberOnlineFiles,
      ...(heartbeat.diskShare !== undefined && { diskShare: heartbeat.diskShare }),
    });
  }
  if (updated.is_iridium !== updated.was_iridium) {
    change.push('ReceiveCommTypeChange', audience, { uid, isIridium: updated.is_iridium });
  }
}
