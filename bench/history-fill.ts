import type { Database } from '../apps/server/src/platform/database/database.ts';
import { monthOf, Partitions, startOfMonth, type Month } from '../apps/server/src/platform/database/partitions.ts';
import { checkpoint } from './checkpoint.ts';

// Inserts a year of heartbeats as if devices had sent them: in time order, all devices in turn, in monthly partitions.

const MONTHS = 12;
const FIRST_UID = 900_001;

export interface Filling {
  readonly devices: number;
  readonly rows: number;
  /** The devices belong to the company of this user. */
  readonly adminEmail: string;
  readonly now: number;
}

export interface Filled {
  readonly uids: readonly number[];
  readonly groupId: number;
  readonly rowsOfDevice: number;
}

function listMonths(now: number): Month[] {
  return Array.from({ length: MONTHS + 1 }, (_none, index) => monthOf(startOfMonth(monthOf(now), index - MONTHS)));
}

/** Inserts the company's devices, and a year of records for each. */
export async function fillOwners({ pool }: Database, table: string, { devices, rows, adminEmail, now }: Filling) {
  const found = await pool.query<{ group_id: number }>('select group_id from users where email = $1', [adminEmail]);
  const groupId = found.rows[0]?.group_id ?? 0;
  const uids = Array.from({ length: devices }, (_none, index) => FIRST_UID + index);
  await pool.query('insert into devices (uid, group_id) select unnest($1::bigint[]), $2', [uids, groupId]);
  await pool.query('insert into device_states (uid) select unnest($1::bigint[])', [uids]);
  await new Partitions(pool).ensure(table, listMonths(now));
  const from = startOfMonth(monthOf(now), -MONTHS);
  return { uids, groupId, rowsOfDevice: rows / devices, firstUid: FIRST_UID, from, stepMs: (now - from) / rows };
}

export async function fillHistory(database: Database, filling: Filling): Promise<Filled> {
  const { pool } = database;
  const { uids, groupId, rowsOfDevice, firstUid, from, stepMs } = await fillOwners(database, 'heartbeats', filling);
  await insertHeartbeats(database, { rowsOfDevice, devices: filling.devices, firstUid, groupId, from, stepMs });
  await pool.query(COUNTS);
  // Does the maintenance of autovacuum before anything is measured.
  await pool.query('vacuum (analyze) heartbeats, record_counts, devices');
  await checkpoint(pool);
  return { uids, groupId, rowsOfDevice };
}

interface Heartbeats {
  readonly rowsOfDevice: number;
  readonly devices: number;
  readonly firstUid: number;
  readonly groupId: number;
  /** Time of the first one, in UTC milliseconds. */
  readonly from: number;
  /** Interval between two records, over all devices in turn. */
  readonly stepMs: number;
}

export async function insertHeartbeats(
  { pool }: Database,
  { rowsOfDevice, devices, firstUid, groupId, from, stepMs }: Heartbeats,
): Promise<void> {
  await pool.query(HEARTBEATS, [rowsOfDevice, devices, firstUid, groupId, from, stepMs]);
}

const HEARTBEATS = `
  insert into heartbeats (uid, at, group_id, received_at, lat, lon, altitude_mm, battery_mv, offline_files, online_files,
    iridium_offline_files, link, signal_strength, satellite_count, error_flag, power_supply_state, geophone_connected,
    external_antenna_connected, antenna_fold_state)
  select $3::bigint + device, at, $4, at + interval '2 s', 36.13 + device / 1000.0, -96.03, 214300, 7600 + turn % 1000,
    turn % 40, turn % 400, 0, 0, 70 + turn % 30, 5 + turn % 8, 0, 0, 1, 0, 1
  from generate_series(0, $1::int - 1) as turn, generate_series(0, $2::int - 1) as device,
    lateral (select to_timestamp(($5::float8 + (turn::float8 * $2 + device) * $6::float8) / 1000)) as time (at)`;

const COUNTS = `
  insert into record_counts (uid, kind, day, group_id, count)
  select uid, 'heartbeat', (at at time zone 'utc')::date, group_id, count(*) from heartbeats group by 1, 3, 4 order by 3, 1`;
