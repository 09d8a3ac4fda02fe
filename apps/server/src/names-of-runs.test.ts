import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { readMarker, readPath } from '@waymark/contract/runs/read-path';
import { expect, test } from 'vitest';
import { openOlderDatabase } from './testing/older-database.ts';

test('a migration gives the paths, markers and revisions of an older server the names of the domain', async () => {
  const old = await openOlderDatabase('0035');
  try {
    const [sent, markers] = [JSON.stringify(examplePath), JSON.stringify(exampleMarkers)];
    await old.query(`insert into groups (name) values ('One')`);
    await old.query(`insert into pig_paths (group_id, name, recieve_lat, markers) values (1, 'North', 36.13, $1)`, [
      markers,
    ]);
    await old.query(
      `insert into pig_runs (group_id, pig, path, recieve_at) values (1, 'A', $1, '2026-03-18'), (1, 'B', '{}', null)`,
      [sent],
    );
    await old.query(
      `insert into pig_run_markers (run_id, name, place, marker)
       select min(id), 'M', 1, $1 from pig_runs`,
      [JSON.stringify(exampleMarkers[1])],
    );
    await old.query(
      `insert into pig_run_revisions (run_id, rev, before) select min(id), 1, '{"recieveAt": 7, "job": null}' from pig_runs`,
    );
    await old.update();
    expect(await old.query('select path, completed_at is null as active from pig_runs order by id')).toEqual([
      { path: { ...readPath(examplePath), markers: exampleMarkers }, active: false },
      { path: {}, active: true },
    ]);
    const kept = exampleMarkers.map(readMarker);
    expect(await old.query('select receive_lat, markers from pig_paths')).toEqual([
      { receive_lat: 36.13, markers: kept },
    ]);
    expect(await old.query('select marker from pig_run_markers')).toEqual([{ marker: kept[1] }]);
    expect(await old.query('select before from pig_run_revisions')).toEqual([
      { before: { completedAt: 7, job: null } },
    ]);
  } finally {
    await old.close();
  }
});
