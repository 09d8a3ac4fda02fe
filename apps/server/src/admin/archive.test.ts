import { readArchive } from '@waymark/backup-archive/read-archive';
import { writeArchive, type TableNote } from '@waymark/backup-archive/write-archive';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const databases: TestDatabase[] = [];
async function openDatabase(): Promise<Connection> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.connection;
}
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function query<Row extends pg.QueryResultRow>(
  connection: Connection,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Fills tables of each kind: companies, users, months, rows without a key, and a job that a dead node has locked. */
async function fill(connection: Connection): Promise<void> {
  await query(
    connection,
    `create table heartbeats_2026_03 partition of heartbeats for values from ('2026-03-01 00:00:00+00') to ('2026-04-01 00:00:00+00')`,
  );
  await query(
    connection,
    `with company as (insert into groups (name) values ('North\t"line"\n\\. ünïcode') returning id),
     person as (insert into users (group_id, email, name, role) select id, 'dana@example.com', 'Dana', 'admin' from company returning id, group_id),
     device as (insert into devices (uid, group_id) select 100234, group_id from person returning uid, group_id),
     run as (insert into pig_runs (group_id, pig, path, launch_at) select group_id, 'PIG', '{"a": 0.1}', '2026-03-01T00:00:00.123456Z' from person returning id),
     passage as (insert into pig_run_passages (run_id, marker_name, passage_at, is_verified, is_offline, is_bluetooth) select id, 'M' || n, '2026-03-02', true, false, false from run, generate_series(1, 3) n returning 1)
     insert into audit (action, object_type, object_id, group_id, user_name) select 'tested', 'nothing', '1', person.group_id, 'Dana' from person, device, passage limit 1`,
  );
  await query(connection, `select graphile_worker.add_job('outbox.send', '{"a": 1}'::json, job_key := 'once')`);
  await query(connection, `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a dead node'`);
}

const TABLES = ['groups', 'users', 'devices', 'pig_runs', 'pig_run_passages', 'audit'];
const readAll = async (connection: Connection) =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(
        async (table) => [table, await query(connection, `select t::text as row from ${table} t order by 1`)] as const,
      ),
    ),
  );

test('a backup restores the rows, months, sequences and pending jobs of a server', async () => {
  const [from, to] = [await openDatabase(), await openDatabase()];
  await fill(from);
  const notes: TableNote[] = [];
  await readArchive(to, writeArchive(from, { note: (note) => notes.push(note) }));
  expect(notes).toContainEqual({ table: 'pig_run_passages', rows: 3 });
  expect(await readAll(to)).toEqual(await readAll(from));
  expect(await query(to, `select to_regclass('heartbeats_2026_03')::text as name`)).toEqual([
    { name: 'heartbeats_2026_03' },
  ]);
  const [user] = await query<{ id: number }>(
    to,
    `insert into users (email, name, role) values ('new@example.com', 'New', 'superadmin') returning id::int`,
  );
  const [last] = await query<{ id: number }>(from, 'select max(id)::int as id from users');
  expect(user?.id).toBe((last?.id ?? 0) + 1);
  expect(await query(to, 'select task_identifier, locked_by from graphile_worker.jobs')).toEqual([
    { task_identifier: 'outbox.send', locked_by: null },
  ]);
  await expect(query(to, `delete from audit`)).rejects.toThrow();
});
