import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { readMarker, readPath } from '@waymark/contract/runs/read-path';
import { expect, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { createEmptyDatabase } from './testing/test-database.ts';
import { openTestPool } from './testing/test-pool.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

test('a migration gives the paths, markers and revisions of an older server the names of the domain', async () => {
  const old = await createEmptyDatabase();
  const pool = openTestPool({ ...old.connection, max: 1 });
  try {
    const folder = await makeTemporaryFolder('migrations');
    const earlier = (await readdir(MIGRATIONS)).filter((name) => name < '0035');
    for (const name of earlier) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(pool, folder);
    const [sent, markers] = [JSON.stringify(examplePath), JSON.stringify(exampleMarkers)];
    await pool.query(`insert into groups (name) values ('One')`);
    await pool.query(`insert into pig_paths (group_id, name, recieve_lat, markers) values (1, 'North', 36.13, $1)`, [
      markers,
    ]);
    await pool.query(
      `insert into pig_runs (group_id, pig, path, recieve_at) values (1, 'A', $1, '2026-03-18'), (1, 'B', '{}', null)`,
      [sent],
    );
    await pool.query(
      `insert into pig_run_markers (run_id, name, place, marker)
       select min(id), 'M', 1, $1 from pig_runs`,
      [JSON.stringify(exampleMarkers[1])],
    );
    await pool.query(
      `insert into pig_run_revisions (run_id, rev, before) select min(id), 1, '{"recieveAt": 7, "job": null}' from pig_runs`,
    );
    await migrate(pool, MIGRATIONS);
    const read = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows;
    expect(await read('select path, completed_at is null as active from pig_runs order by id')).toEqual([
      { path: { ...readPath(examplePath), markers: exampleMarkers }, active: false },
      { path: {}, active: true },
    ]);
    const kept = exampleMarkers.map(readMarker);
    expect(await read('select receive_lat, markers from pig_paths')).toEqual([{ receive_lat: 36.13, markers: kept }]);
    expect(await read('select marker from pig_run_markers')).toEqual([{ marker: kept[1] }]);
    expect(await read('select before from pig_run_revisions')).toEqual([{ before: { completedAt: 7, job: null } }]);
  } finally {
    await pool.end();
    await old.drop();
  }
});
