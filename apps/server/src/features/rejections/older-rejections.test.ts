import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { openTestPool } from '../../testing/test-pool.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');

test('[W-166] rejected messages of an older version become rows of an hour that belong to no company', async () => {
  const database = await createEmptyDatabase();
  const pool = openTestPool({ ...database.connection, max: 1 });
  pool.on('error', () => undefined);
  try {
    const folder = await makeTemporaryFolder('migrations');
    const earlier = (await readdir(MIGRATIONS)).filter((name) => name < '0033');
    for (const name of earlier) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(pool, folder);
    await pool.query(`insert into rejected_messages (at, reason, detail, link, uid, sender, topic, payload) values
      ('2026-03-18 00:00:00Z', 'field', 'first', 'cellular', 100234, 'agm-100234', 'hb', 'ab'),
      ('2026-03-18 00:59:59Z', 'field', 'second', 'cellular', 100234, 'agm-100234', 'hb', convert_to(repeat('x', 5000), 'UTF8')),
      ('2026-03-18 01:00:00Z', 'field', 'third', 'cellular', 100234, 'agm-100234', 'hb', 'ab'),
      ('2026-03-18 01:00:00Z', 'unknown-imei', '', 'iridium', null, '300234', 'directip', '')`);
    await migrate(pool, MIGRATIONS);
    const { rows } = await pool.query(
      `select group_id, subject, count::int, detail, size, length(payload) as kept, to_char(first_at at time zone 'UTC', 'HH24:MI:SS') as first
       from rejected_messages order by last_at, subject`,
    );
    expect(rows).toEqual([
      { group_id: null, subject: 'agm 100234', count: 2, detail: 'second', size: 5000, kept: 2048, first: '00:00:00' },
      { group_id: null, subject: 'agm 100234', count: 1, detail: 'third', size: 2, kept: 2, first: '01:00:00' },
      { group_id: null, subject: 'sender 300234', count: 1, detail: '', size: 0, kept: 0, first: '01:00:00' },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
