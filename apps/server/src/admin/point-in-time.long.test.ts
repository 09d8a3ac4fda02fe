import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findBinaries,
  findDatabaseUser,
  startDebianPostgres,
  waitUntilUp,
  type DebianPostgres,
} from '../testing/debian-postgres.ts';
import { findFreePort } from '../testing/server-process.ts';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';

// Restores an external PostgreSQL to a point in time with its own tools, as docs/operations.md describes.

const ADMIN = path.join(import.meta.dirname, '../admin.ts');
const user = findDatabaseUser();

let root: string;
let postgres: DebianPostgres;
let restored: ChildProcess | undefined;
beforeAll(async () => {
  root = await makeTemporaryFolder('point-in-time');
  await makeFolder('log');
  postgres = await startDebianPostgres([
    'archive_mode=on',
    `archive_command=test ! -f ${root}/log/%f && cp %p ${root}/log/%f`,
  ]);
});
afterAll(async () => {
  await postgres.stop();
  if (restored?.exitCode === null) {
    restored.kill('SIGINT');
    await once(restored, 'exit');
  }
  await rm(root, { recursive: true, force: true });
});

async function makeFolder(name: string): Promise<void> {
  await mkdir(path.join(root, name), { mode: 0o700 });
  for (const folder of [root, path.join(root, name)]) chownSync(folder, user.uid ?? -1, user.gid ?? -1);
}

const addressOf = (port: number) =>
  `postgres://${postgres.connection.user}:${encodeURIComponent(postgres.connection.password)}@127.0.0.1:${port}`;

async function query<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function addPerson(database: string, email: string): void {
  const env = {
    ...process.env,
    WAYMARK_DATABASE_URL: database,
    WAYMARK_DATA_DIR: root,
    WAYMARK_NEW_PASSWORD: 'Correct-horse-7',
  };
  const { status, stderr } = spawnSync(process.execPath, [ADMIN, 'create-superadmin', email], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

/** Starts a server on the base backup and returns its address after recovery to that moment. */
async function restoreTo(moment: string): Promise<string> {
  const [data, port] = [path.join(root, 'base'), await findFreePort()];
  await appendFile(
    path.join(data, 'postgresql.auto.conf'),
    `\nrestore_command = 'cp ${root}/log/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
  );
  await writeFile(path.join(data, 'recovery.signal'), '');
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', root];
  restored = spawn(path.join(findBinaries(), 'postgres'), args, { ...user, cwd: '/', stdio: 'ignore' });
  const address = addressOf(port);
  await waitUntilUp({ connectionString: `${address}/waymark` });
  await expect
    .poll(() => query(`${address}/waymark`, 'select pg_is_in_recovery() as recovering'), { timeout: 30_000 })
    .toEqual([{ recovering: false }]);
  return address;
}

test('an external PostgreSQL recovers to the moment before a mistake', async () => {
  const { port, password } = postgres.connection;
  const here = `${addressOf(port)}/waymark`;
  await query(`${addressOf(port)}/postgres`, 'create database waymark');
  const migrated = spawnSync(process.execPath, [ADMIN, 'migrate'], {
    env: { ...process.env, WAYMARK_DATABASE_URL: here, WAYMARK_DATA_DIR: root },
    encoding: 'utf8',
  });
  expect(migrated).toMatchObject({ status: 0, stderr: '' });
  addPerson(here, 'before@example.com');
  await makeFolder('base');
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'waymark', '-c', 'fast', '-D', path.join(root, 'base')];
  const backedUp = spawnSync(path.join(findBinaries(), 'pg_basebackup'), args, {
    ...user,
    cwd: '/',
    env: { ...process.env, PGPASSWORD: password },
    encoding: 'utf8',
  });
  expect(backedUp).toMatchObject({ status: 0 });
  addPerson(here, 'after@example.com');
  const [moment] = await query<{ at: string }>(here, 'select clock_timestamp()::text as at');

  await query(here, `update users set email = 'mistaken-' || email`);
  const [last] = await query<{ name: string }>(here, 'select pg_walfile_name(pg_current_wal_lsn()) as name');
  await query(here, 'select pg_switch_wal()');
  await expect
    .poll(() => query(here, `select last_archived_wal >= '${last?.name ?? ''}' as done from pg_stat_archiver`), {
      timeout: 30_000,
    })
    .toEqual([{ done: true }]);

  const address = await restoreTo(moment?.at ?? '');
  expect(await query(`${address}/waymark`, 'select email from users order by email')).toEqual([
    { email: 'after@example.com' },
    { email: 'before@example.com' },
  ]);
});
