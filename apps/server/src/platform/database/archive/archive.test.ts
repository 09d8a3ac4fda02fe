import * as fc from 'fast-check';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { Connection } from '../database.ts';
import { ArchiveError, decodeFrames, encodeFrame, FRAME_KINDS } from './frames.ts';
import { readArchive } from './read-archive.ts';
import { writeArchive, type TableNote } from './write-archive.ts';

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

async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of parts) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** In pieces of a size that fits no frame. */
async function* cut(bytes: Buffer, size = 777): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Companies, people, records of two months, what has no key of its own, and a job that waits. */
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

describe('an archive', () => {
  test('holds a database whole: rows, months, numbers to come and jobs that wait', async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await fill(from);
    const notes: TableNote[] = [];
    const archive = await collect(
      writeArchive(from, { note: (note) => notes.push(note), now: new Date('2026-03-02T00:00:00Z') }),
    );
    expect(notes).toContainEqual({ table: 'pig_run_passages', rows: 3 });
    expect(await readArchive(to, cut(archive))).toEqual({ createdAt: '2026-03-02T00:00:00.000Z' });
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

  test('is of one moment, whatever is written meanwhile', async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await fill(from);
    const parts = writeArchive(from);
    const first = (await parts.next()).value ?? Buffer.alloc(0);
    await query(from, `insert into users (email, name, role) values ('late@example.com', 'Late', 'superadmin')`);
    await readArchive(to, cut(Buffer.concat([first, await collect(parts)])));
    expect(await query(to, `select email from users where email = 'late@example.com'`)).toEqual([]);
  });

  test('goes into an empty database, or replaces what is there when that is said', async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await fill(from);
    const archive = await collect(writeArchive(from));
    await query(to, `insert into users (email, name, role) values ('own@example.com', 'Own', 'superadmin')`);
    await expect(readArchive(to, cut(archive))).rejects.toThrow('The database is in use');
    expect(await query(to, 'select email from users')).toEqual([{ email: 'own@example.com' }]);
    await readArchive(to, cut(archive), { isReplacing: true });
    expect(await readAll(to)).toEqual(await readAll(from));
  });

  test('that was made by another version is refused', async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await query(from, `insert into migrations (name, checksum) values ('9999-later.sql', 'x')`);
    const archive = await collect(writeArchive(from));
    await expect(readArchive(to, cut(archive))).rejects.toThrow('another version of Waymark (9999-later.sql)');
  });

  test('that is cut or changed restores nothing', async () => {
    const [from, to] = [await openDatabase(), await openDatabase()];
    await fill(from);
    const archive = await collect(writeArchive(from));
    const changed = Buffer.from(archive);
    const at = changed.indexOf('dana@example.com');
    changed.write('mallory@example.', at);
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
});

describe('frames', () => {
  test('come back as they were, however they are cut', async () => {
    const anyFrame = fc.record({
      kind: fc.constantFrom(...FRAME_KINDS),
      content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyFrame, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), async (frames, size) => {
        const bytes = Buffer.concat(frames.flatMap(({ kind, content }) => [...encodeFrame(kind, content)]));
        const back = [];
        for await (const frame of decodeFrames(cut(bytes, size)))
          back.push({ kind: frame.kind, content: Buffer.from(frame.content) });
        expect(back).toEqual(frames);
      }),
      { numRuns: 60 },
    );
  });
});
