import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../../platform/database/migrate.ts';
import { makeTemporaryFolder } from '../../../testing/temporary-folder.ts';
import { createEmptyDatabase } from '../../../testing/test-database.ts';
import { openTestPool } from '../../../testing/test-pool.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

test('[W-258] runs that an older version ended lately have the time of the act from the audit trail', async () => {
  const database = await createEmptyDatabase();
  const pool = openTestPool({ ...database.connection, max: 1 });
  pool.on('error', () => undefined);
  try {
    const folder = await makeTemporaryFolder('migrations');
    const earlier = (await readdir(MIGRATIONS)).filter((name) => name < '0042');
    for (const name of earlier) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(pool, folder);
    await pool.query(`with company as (insert into groups (name) values ('Acme') returning id)
      insert into pig_runs (group_id, pig, path, launch_at, completed_at)
      select id, pig, '{}', now() - interval '9 days', completed_at from company, (values
        ('lately', now() - interval '8 days'), ('long ago', now() - interval '8 days'), ('active', null)) as r (pig, completed_at)`);
    await pool.query(`insert into audit (at, user_name, action, object_type, object_id)
      select now() - e.ago, 'Dana Reyes', e.action, 'run', r.id::text from pig_runs r join (values
        ('lately', interval '9 hours', 'run-ended'), ('lately', interval '3 hours', 'run-ended'),
        ('lately', interval '1 hour', 'run-times-changed'), ('long ago', interval '7 days', 'run-ended'),
        ('active', interval '2 hours', 'run-ended')) as e (pig, ago, action) on e.pig = r.pig`);
    await migrate(pool, MIGRATIONS);
    const { rows } = await pool.query(
      'select pig, round(extract(epoch from now() - ended_at) / 3600)::int as hours from pig_runs order by id',
    );
    expect(rows).toEqual([
      { pig: 'lately', hours: 3 },
      { pig: 'long ago', hours: null },
      { pig: 'active', hours: null },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
