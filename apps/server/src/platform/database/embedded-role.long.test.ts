import path from 'node:path';
import { asSuperuser, returnToSuperuser } from '@waymark/embedded-postgres/testing/old-data-folder';
import { makeTestFolder, queryRows, startForTest } from '@waymark/embedded-postgres/testing/test-folder';
import { expect, it, vi } from 'vitest';
import { applyMigrations } from '../../testing/apply-migrations.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Owners of the server's tables and of the job queue's tables. */
const OWNERS = `
  select distinct tableowner::text as owner from pg_tables where schemaname in ('public', 'graphile_worker')`;

it('[W-070] the role of the server migrates a new data folder', async () => {
  const database = await startForTest(path.join(makeTestFolder(), 'data'));
  expect(await applyMigrations(database.connection)).not.toEqual([]);
  expect(await queryRows(database, OWNERS)).toEqual([{ owner: 'waymark_server' }]);
});

it('[W-070] the role of the server can migrate an old data folder further', async () => {
  const dataDir = path.join(makeTestFolder(), 'data');
  const made = await startForTest(dataDir);
  await returnToSuperuser(made, applyMigrations);
  expect(await queryRows(asSuperuser(made), OWNERS)).toEqual([{ owner: 'waymark' }]);
  await queryRows(asSuperuser(made), "insert into groups (name) values ('Kept company')");
  await made.stop();
  const database = await startForTest(dataDir);
  expect(await queryRows(database, OWNERS)).toEqual([{ owner: 'waymark_server' }]);
  expect(await queryRows(database, 'select name from groups')).toEqual([{ name: 'Kept company' }]);
  expect(await applyMigrations(database.connection)).toEqual([]);
  await queryRows(
    database,
    'alter table users add column added int; alter table graphile_worker._private_jobs add column added int; truncate groups cascade',
  );
});
