import { rmSync } from 'node:fs';
import path from 'node:path';
import { serverRole, startEmbeddedPostgres, superuserRole, type EmbeddedPostgres } from '@waymark/embedded-postgres';
import { makeOpenFolder, testSettings } from '@waymark/embedded-postgres/testing/test-folder';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveError } from './frames.ts';
import { readArchive } from './read-archive.ts';
import { writeArchive, type TableNote } from './write-archive.ts';
import { collect, cut } from './testing/pieces.ts';
import { ROWS, SCHEMA, TABLES } from './testing/test-schema.ts';

const folder = makeOpenFolder();
let postgres: EmbeddedPostgres;
let count = 0;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), settings: testSettings });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

async function query<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function openDatabase(): Promise<pg.ClientConfig> {
  const database = `test_${(count += 1)}`;
  const superuser = { ...postgres.connection, user: superuserRole };
  await query(superuser, `create database ${database} owner ${serverRole}`);
  const connection = { ...postgres.connection, database };
  await query(connection, SCHEMA);
  return connection;
}

async function openTwo(): Promise<[from: pg.ClientConfig, to: pg.ClientConfig]> {
  const [from, to] = [await openDatabase(), await openDatabase()];
  await query(from, ROWS);
  return [from, to];
}

const readAll = async (connection: pg.ClientConfig) =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(
        async (table) => [table, await query(connection, `select t::text as row from ${table} t order by 1`)] as const,
      ),
    ),
  );

test('an archive restores rows, months, sequences and pending jobs', async () => {
  const [from, to] = await openTwo();
  const notes: TableNote[] = [];
  const archive = await collect(
    writeArchive(from, { note: (note) => notes.push(note), now: new Date('2026-03-02T00:00:00Z') }),
  );
  expect(notes).toContainEqual({ table: 'links', rows: 3 });
  expect(await readArchive(to, cut(archive))).toEqual({ createdAt: '2026-03-02T00:00:00.000Z' });
  expect(await readAll(to)).toEqual(await readAll(from));
  expect(await query(to, `select to_regclass('heartbeats_2026_03')::text as name`)).toEqual([
    { name: 'heartbeats_2026_03' },
  ]);
  expect(await query(to, `insert into users (email) values ('new@example.com') returning id::int`)).toEqual([
    { id: 2 },
  ]);
  expect(await query(to, 'select task_id, locked_by from graphile_worker._private_jobs')).toEqual([
    { task_id: 1, locked_by: null },
  ]);
  await expect(query(to, 'delete from audit')).rejects.toThrow('the audit is not changed');
});

test('an archive holds the state of one moment while others write', async () => {
  const [from, to] = await openTwo();
  const parts = writeArchive(from);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  await query(from, `insert into users (email) values ('late@example.com')`);
  await readArchive(to, cut(Buffer.concat([first, await collect(parts)])));
  expect(await query(to, `select email from users where email = 'late@example.com'`)).toEqual([]);
});

test('readArchive fills an empty database, and replaces a used one only on request', async () => {
  const [from, to] = await openTwo();
  const archive = await collect(writeArchive(from));
  await query(to, `insert into users (email) values ('own@example.com')`);
  await expect(readArchive(to, cut(archive))).rejects.toThrow('The database is in use');
  expect(await query(to, 'select email from users')).toEqual([{ email: 'own@example.com' }]);
  await readArchive(to, cut(archive), { isReplacing: true });
  expect(await readAll(to)).toEqual(await readAll(from));
});

test('readArchive refuses the archive of another version', async () => {
  const [from, to] = await openTwo();
  await query(from, `insert into migrations values ('9999-later.sql', 'x')`);
  const archive = await collect(writeArchive(from));
  await expect(readArchive(to, cut(archive))).rejects.toThrow('another version of Waymark (9999-later.sql)');
});

test('readArchive restores nothing from a truncated or changed archive', async () => {
  const [from, to] = await openTwo();
  const archive = await collect(writeArchive(from));
  const changed = Buffer.from(archive);
  changed.write('mallory@example.', changed.indexOf('dana@example.com'));
  const damaged = [
    archive.subarray(0, archive.length - 3),
    archive.subarray(0, Math.floor(archive.length / 2)),
    Buffer.from('no backup'),
    Buffer.alloc(0),
    changed,
  ];
  for (const bytes of damaged) {
    await expect(readArchive(to, cut(bytes))).rejects.toThrow(ArchiveError);
    expect(await query(to, 'select 1 from users')).toEqual([]);
  }
});
