import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { readPath } from '@waymark/contract/runs/read-path';
import type { RunPassage } from '@waymark/domain/run/run';
import { expect, test } from 'vitest';
import { findRun } from './features/runs/runs.queries.ts';
import { systemScope } from './platform/access/scope.ts';
import { Database } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { createLog } from './platform/log.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { createEmptyDatabase } from './testing/test-database.ts';
import { openTestPool } from './testing/test-pool.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const at = (minute: number) => new Date(Date.UTC(2026, 2, 18, 3, minute));

/** ELF, GEO and MAG of a passage; the run has a copy of what they say. */
const RECORDS = `
  insert into passages (uid, end_of_snip_at, kind, id, group_id, passage_at, received_at, psg_seq, detection_count, frequency,
    is_verified, is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate)
  select $1::bigint, $2::timestamptz, kind, $1::bigint * 10 + kind, $3, $2::timestamptz - interval '15 s', now(), 1, 7, case kind when 2 then 0 else 22 end,
    false, true, false, 36.5, -96.25, 214300, 16.66667
  from generate_series(0, 2) kind`;
const COPY = `
  insert into pig_run_passages (run_id, marker_name, passage_at, uid, end_of_snip_at, is_verified, elf_id, geo_id, mag_id, detection_count,
    frequency, is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate)
  values ($1, $2, $3, $4::bigint, $5, $6, $4::bigint * 10, $4::bigint * 10 + 1, $4::bigint * 10 + 2, 7, 22, true, false, 36.5, -96.25, 214300, 16.66667)`;

/** The passage as the older server showed it. */
const shown = (uid: number, markerName: string | null, minute: number, isVerified: boolean): RunPassage => ({
  markerName,
  passageAt: at(minute).getTime() - 15_000,
  uid,
  endOfSnipAt: at(minute).getTime(),
  isVerified,
  elfId: uid * 10,
  geoId: uid * 10 + 1,
  magId: uid * 10 + 2,
  detectionCount: 7,
  frequency: 22,
  isOffline: true,
  isBluetooth: false,
  place: { lat: 36.5, lon: -96.25 },
  altitudeMm: 214_300,
  samplingRate: 16.666_67,
});

test('a migration leaves the runs of an older server as they are, and their passages in one place', async () => {
  const old = await createEmptyDatabase();
  const pool = openTestPool({ ...old.connection, max: 1 });
  const database = new Database(old.connection, createLog('silent'));
  try {
    const folder = await makeTemporaryFolder('migrations');
    const earlier = (await readdir(MIGRATIONS)).filter((name) => name < '0036');
    for (const name of earlier) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(pool, folder);
    await pool.query(`insert into groups (name) values ('One'), ('Two')`);
    await pool.query(
      `create table passages_2026_03 partition of passages for values from ('2026-03-01') to ('2026-04-01')`,
    );
    const { markers: _m, agms: _a, offlineAgms: _o, notifications: _n, ...plan } = readPath(examplePath);
    await pool.query(
      `insert into pig_runs (group_id, pig, path, launch_at, completed_at) values (1, 'A', $1, $2, null), (1, 'B', $1, $2, $3)`,
      [JSON.stringify(plan), at(0), at(59)],
    );
    await pool.query(`insert into pig_run_markers (run_id, name, place, marker) select id, 'M', 1, $1 from pig_runs`, [
      JSON.stringify(exampleMarkers[1]),
    ]);
    const { rows: runs } = await pool.query<{ id: number }>('select id::int as id from pig_runs order by id');
    const [active = 0, completed = 0] = runs.map(({ id }) => id);
    const passages = [
      // The same in both tables.
      [active, 11, 1, shown(11, 'M', 10, false)],
      // Verified in the run only, and at another time there.
      [active, 12, 1, { ...shown(12, 'M', 12, true), passageAt: at(11).getTime() }],
      // Verified in the records only.
      [completed, 13, 1, shown(13, null, 13, false)],
      // Without records.
      [completed, 14, null, shown(14, 'M', 14, true)],
      // Only another company has records with this key.
      [completed, 15, 2, shown(15, 'M', 15, true)],
    ] as const;
    for (const [runId, uid, groupId, { markerName, passageAt, endOfSnipAt, isVerified }] of passages) {
      const endedAt = new Date(endOfSnipAt ?? 0);
      if (groupId !== null) await pool.query(RECORDS, [uid, endedAt, groupId]);
      await pool.query(COPY, [runId, markerName, new Date(passageAt), uid, endedAt, isVerified]);
    }
    await pool.query('update passages set is_verified = true where uid = 13');
    // In no run.
    await pool.query(RECORDS, [16, at(16), 1]);
    await pool.query(
      `insert into pig_run_passages (run_id, marker_name, passage_at, is_verified, is_offline, is_bluetooth) values ($1, 'M', $2, true, false, false)`,
      [completed, at(20)],
    );

    await migrate(pool, MIGRATIONS);
    const read = async (runId: number) =>
      (await findRun(database.read(systemScope('test')), runId))?.passages.map(
        ({ receivedAt: _, ...passage }) => passage,
      );
    const of = (runId: number) => passages.filter(([id]) => id === runId).map(([, , , passage]) => passage);
    expect(await read(active)).toEqual(of(active));
    expect(await read(completed)).toEqual([
      ...of(completed),
      expect.objectContaining({ uid: null, markerName: 'M', passageAt: at(20).getTime(), isVerified: true }),
    ]);
    const { rows: own } = await pool.query(
      'select uid::int, is_verified, elf_id is null as is_link from pig_run_passages order by end_of_snip_at',
    );
    expect(own).toEqual([
      { uid: 11, is_verified: null, is_link: true },
      { uid: 12, is_verified: null, is_link: true },
      { uid: 13, is_verified: null, is_link: true },
      { uid: 14, is_verified: true, is_link: false },
      { uid: 15, is_verified: true, is_link: false },
      { uid: null, is_verified: true, is_link: true },
    ]);
    const { rows: records } = await pool.query(
      'select uid::int, bool_or(is_verified) as is_verified, max(passage_at) as at from passages group by uid order by uid',
    );
    const heardAt = (minute: number) => new Date(at(minute).getTime() - 15_000);
    expect(records).toEqual([
      { uid: 11, is_verified: false, at: heardAt(10) },
      { uid: 12, is_verified: true, at: at(11) },
      { uid: 13, is_verified: false, at: heardAt(13) },
      { uid: 15, is_verified: false, at: heardAt(15) },
      { uid: 16, is_verified: false, at: heardAt(16) },
    ]);
  } finally {
    await database.close();
    await pool.end();
    await old.drop();
  }
});
