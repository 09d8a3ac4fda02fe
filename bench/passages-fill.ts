import type { Database } from '../apps/server/src/platform/database/database.ts';
import { checkpoint } from './checkpoint.ts';
import { fillOwners, type Filled, type Filling } from './history-fill.ts';

// Inserts a year of scored passages as if devices had sent them: GEO always, ELF and MAG on every other one.

export interface PassagesFilled extends Filled {
  /** A device with exactly the given number of passages. */
  readonly exportUid: number;
}

/** `exported`: passages of one additional device. */
export async function fillPassages(database: Database, filling: Filling, exported: number): Promise<PassagesFilled> {
  const { pool } = database;
  const { uids, groupId, rowsOfDevice, firstUid, from, stepMs } = await fillOwners(database, 'passages', filling);
  await pool.query(PASSAGES, [rowsOfDevice, filling.devices, firstUid, groupId, from, stepMs]);
  const exportUid = firstUid + filling.devices;
  if (exported > 0) {
    await pool.query('insert into devices (uid, group_id) values ($1, $2)', [exportUid, groupId]);
    await pool.query('insert into device_states (uid) values ($1)', [exportUid]);
    await pool.query(PASSAGES, [exported, 1, exportUid, groupId, from, (filling.now - from) / exported]);
  }
  await pool.query(COUNTS);
  await pool.query('vacuum (analyze) passages, record_counts, devices');
  await checkpoint(pool);
  return { uids, groupId, rowsOfDevice, exportUid };
}

const FEATURES = JSON.stringify({
  snrDb: [18.2, 14.9, 11.3],
  widthS: [0.96, 0.42, 0.53],
  weldSpeedMps: 1.52,
  audioBands: [41, 62, 55, 48, 30, 19],
});

const SCORES = JSON.stringify([
  { algorithm: 'template', weight: 0.30219, prediction: 1, confidence: 0.71503 },
  { algorithm: 'logistic', weight: 0.48127, prediction: 1, confidence: 0.94418 },
  { algorithm: 'trees', weight: 2.21654, prediction: 1, confidence: 0.99127 },
]);

const PASSAGES = `
  insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency,
    is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate, features, scores)
  select $3::bigint + device, at + interval '15 s', kind, $4, at, at + interval '20 s', turn, turn % 60000, case kind when 2 then 0 else 22 end,
    turn % 9 = 0, false, 36.13 + device / 1000.0, -96.03, 214300, 16.66667, '${FEATURES}', '${SCORES}'
  from generate_series(0, $1::int - 1) as turn, generate_series(0, $2::int - 1) as device,
    lateral (select to_timestamp(floor($5::float8 + (turn::float8 * $2 + device) * $6::float8) / 1000)) as time (at),
    (values (0), (1), (2)) as channel (kind)
  where kind = 1 or (kind = 0 and turn % 4 < 2) or (kind = 2 and turn % 4 in (0, 3))`;

const COUNTS = `
  insert into record_counts (uid, kind, day, group_id, count)
  select uid, 'passage', (end_of_snip_at at time zone 'utc')::date, group_id, count(*) from passages where kind = 1 group by 1, 3, 4 order by 3, 1`;
