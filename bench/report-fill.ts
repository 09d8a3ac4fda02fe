import type { Database } from '../apps/server/src/platform/database/database.ts';
import { monthOf, Partitions, startOfMonth, type Month } from '../apps/server/src/platform/database/partitions.ts';
import { checkpoint } from './checkpoint.ts';
import { insertHeartbeats, type Filled, type Filling } from './history-fill.ts';
import { fillPassages } from './passages-fill.ts';

// Inserts the data of a device report: a year of passages, a heartbeat per device every half hour, and a run with every
// thousandth passage at one of its markers.

const MONTHS = 12;
const HEARTBEAT_EVERY_MS = 30 * 60_000;
export const MARKERS = 200;

function listMonths(now: number): Month[] {
  return Array.from({ length: MONTHS + 1 }, (_none, index) => monthOf(startOfMonth(monthOf(now), index - MONTHS)));
}

export interface ReportFilled extends Filled {
  /** UTC milliseconds. */
  readonly from: number;
  readonly until: number;
}

export async function fillReport(database: Database, filling: Filling): Promise<ReportFilled> {
  const { pool } = database;
  const { now, devices, rows } = filling;
  const filled = await fillPassages(database, filling, 0);
  const from = startOfMonth(monthOf(now), -MONTHS);
  await new Partitions(pool).ensure('heartbeats', listMonths(now));
  // With fewer passages the period stays a year, and the number of heartbeats shrinks in proportion.
  const rowsOfDevice = Math.ceil(((now - from) / HEARTBEAT_EVERY_MS) * Math.min(1, rows / 1_000_000));
  const [firstUid = 0] = filled.uids;
  await insertHeartbeats(database, {
    rowsOfDevice,
    devices,
    firstUid,
    groupId: filled.groupId,
    from,
    stepMs: (now - from) / (rowsOfDevice * devices),
  });
  const run = await pool.query<{ id: number }>(RUN, [filled.groupId, new Date(from), new Date(now)]);
  await pool.query(RUN_MARKERS, [run.rows[0]?.id, MARKERS]);
  await pool.query(RUN_PASSAGES, [run.rows[0]?.id, MARKERS, Math.max(1, rows / 1000)]);
  await pool.query('vacuum (analyze) heartbeats, pig_runs, pig_run_markers, pig_run_passages');
  await checkpoint(pool);
  return { ...filled, from, until: now };
}

const RUN = `
  insert into pig_runs (group_id, pig, launch_at, completed_at, path) values ($1, 'CLN-16-02', $2, $3, '{"name": "Cushing - Tulsa 16"}')
  returning id`;
const RUN_MARKERS = `
  insert into pig_run_markers (run_id, name, place, marker)
  select $1, 'AGM ' || n, n, jsonb_build_object('name', 'AGM ' || n, 'lat', 36.1, 'lon', -96.5, 'note', 'By the gate') from generate_series(1, $2::int) n`;
const RUN_PASSAGES = `
  insert into pig_run_passages (run_id, marker_name, uid, end_of_snip_at)
  select $1, 'AGM ' || 1 + n % $2::int, uid, end_of_snip_at from (
    select row_number() over (order by passage_at) as n, * from (select * from passages where kind = 1 order by random() limit $3) chosen) numbered`;
