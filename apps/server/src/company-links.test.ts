import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { openTestPool } from './testing/test-pool.ts';

// The database compares the company of every link between two rows that belong to companies (docs/decisions/0034).

const openPool = ({ connection }: TestDatabase) => openTestPool({ ...connection, max: 1 });

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Columns that refer to a row of a company, also without a foreign key. */
const OWNED_BY_NAME: Readonly<Record<string, string>> = {
  uid: 'bigint',
  open_uid: 'bigint',
  user_id: 'bigint',
  run_id: 'bigint',
  path_id: 'bigint',
  broadcast_id: 'bigint',
  session_id: 'bigint',
};

const OF_ITS_TIME = 'a record belongs to the company that had the device when it was stored, for good';
const HISTORY = 'history that outlives the device; open_uid has the key while it is under way';
const AUTHOR = 'names the user who did it, wherever they are now';
const MESSAGE = 'a message outlives user and run; what has not left goes when the user leaves or the run is removed';
const HEARD = 'names a record, which may not refer to the device: it belongs to the company of its time';

/** Links without a composite key, and the reason for each. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'heartbeats.uid': OF_ITS_TIME,
  'passages.uid': OF_ITS_TIME,
  'waveforms.uid': OF_ITS_TIME,
  'gps_fixes.uid': OF_ITS_TIME,
  'device_errors.uid': OF_ITS_TIME,
  'device_infos.uid': OF_ITS_TIME,
  'control_responses.uid': OF_ITS_TIME,
  'command_acks.uid': OF_ITS_TIME,
  'rejected_messages.uid': OF_ITS_TIME,
  'record_counts.uid': OF_ITS_TIME,
  'commands.uid': HISTORY,
  'downloads.uid': HISTORY,
  'audit.user_id': AUTHOR,
  'broadcasts.user_id': AUTHOR,
  'commands.user_id': AUTHOR,
  'download_sessions.user_id': AUTHOR,
  'outbox.user_id': MESSAGE,
  'outbox.run_id': MESSAGE,
  'pig_run_passages.uid': HEARD,
  'pig_run_decided_passages.run_id': "notes of the run's own passages, deleted with it",
  'pig_run_decided_passages.uid': 'a number in a note that is read with its run only',
  'pig_run_passages.run_id': 'has a key to its run; the other end is a record',
  'silences.uid': 'a number that a silence compares with alerts of its own company',
  'alert_escalation_messages.user_id': MESSAGE,
  'alerts.uid': 'words of the past, as in pig_run_alerts',
  'alert_events.user_id': AUTHOR,
  'shift_notes.user_id': AUTHOR,
  'shift_notes.run_id': 'words of the past: a note outlives the run, which is compared when it is written',
  'shift_notes.uid': 'words of the past, compared when it is written',
  'shift_files.user_id': AUTHOR,
  'pig_run_alerts.uid': 'words of the past; alerts compare the company of the device when they are found',
  'pig_run_alerts.run_id': 'has a key to its run; the device is words only',
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

interface Key {
  readonly table: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
}

async function listColumns(): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  return rows;
}

async function listKeys(): Promise<Key[]> {
  const names = (columns: string, table: string) =>
    `array(select a.attname::text from unnest(k.${columns}) with ordinality as n (num, place) join pg_attribute a on a.attrelid = k.${table} and a.attnum = n.num order by place)`;
  const { rows } = await pool.query<Key>(
    `select k.conrelid::regclass::text as table, ${names('conkey', 'conrelid')} as columns,
       k.confrelid::regclass::text as parent, ${names('confkey', 'confrelid')} as "parentColumns"
     from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** Lists the links between rows of companies that no composite key compares, as table.column. */
async function listUnguarded(): Promise<string[]> {
  const [columns, keys] = [await listColumns(), await listKeys()];
  const withCompany = new Set(columns.filter(({ column }) => column === 'group_id').map(({ table }) => table));
  const byKey = keys
    .filter(({ parent }) => withCompany.has(parent))
    .flatMap(({ table, columns: of }) =>
      of.filter((column) => column !== 'group_id').map((column) => `${table}.${column}`),
    );
  const byName = columns
    .filter(({ column, type }) => OWNED_BY_NAME[column] === type)
    .map(({ table, column }) => `${table}.${column}`);
  const guarded = new Set(
    keys
      .filter(
        (key) => key.columns.includes('group_id') && key.parentColumns[key.columns.indexOf('group_id')] === 'group_id',
      )
      .flatMap(({ table, columns: of }) => of.map((column) => `${table}.${column}`)),
  );
  // The own key of a table is not a link.
  const own = new Set(['devices.uid']);
  const links = [...new Set([...byKey, ...byName])].filter((link) => !own.has(link));
  const linksOf = Map.groupBy(links, (link) => link.split('.')[0] ?? '');
  return [...linksOf]
    .filter(([table, of]) => of.length + (withCompany.has(table) ? 1 : 0) > 1)
    .flatMap(([, of]) => of.filter((link) => !guarded.has(link)))
    .toSorted();
}

describe('company links in the schema', () => {
  test('[W-061] every link between rows of companies has a key with the company, or a listed exception', async () => {
    expect(await listUnguarded()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });

  test('[W-061] the check finds a new table whose link lacks the company', async () => {
    await pool.query('create table forgetful (run_id bigint references pig_runs (id), uid bigint)');
    await pool.query(
      'create table careless (group_id bigint references groups (id), user_id bigint references users (id))',
    );
    try {
      expect(await listUnguarded()).toEqual(
        expect.arrayContaining(['forgetful.run_id', 'forgetful.uid', 'careless.user_id']),
      );
    } finally {
      await pool.query('drop table forgetful, careless');
    }
  });
});

const OWN_DEVICE = 100_001;
const FOREIGN_DEVICE = 100_002;

/** Adds two companies, each with a device, a user, a path, a run, a relay, a broadcast and a download session. */
async function fill(to: pg.Pool): Promise<void> {
  await to.query(`insert into groups (name) values ('Own'), ('Foreign')`);
  await to.query(
    `insert into users (group_id, email, name, role) select g, 'user' || g || '@example.com', 'User', 'viewer' from generate_series(1, 2) g`,
  );
  await to.query(`insert into devices (uid, group_id) select 100000 + g, g from generate_series(1, 2) g`);
  await to.query(
    `insert into relays (name, group_id, password_hash, broker_hash) select 'relay-' || g, g, '', '' from generate_series(1, 2) g`,
  );
  await to.query(`insert into pig_paths (group_id, name) select g, 'Path' from generate_series(1, 2) g`);
  await to.query(
    `insert into pig_runs (group_id, path_id, pig, path) select g, g, 'PIG', '{}' from generate_series(1, 2) g`,
  );
  await to.query(
    `insert into broadcasts (group_id, user_name, codes, failed) select g, 'U', '{}', '[]' from generate_series(1, 2) g`,
  );
  await to.query(
    `insert into download_sessions (group_id, user_name, launch_at, receive_at, failed) select g, 'U', now(), now(), '[]' from generate_series(1, 2) g`,
  );
}

const command = (uid: number, more: string, values: string) =>
  `insert into commands (uid, group_id, type, parameters, time_stamp_sent, user_name, source${more}) values (${uid}, 1, 'GpsFix', '{}', now(), 'U', 'person'${values})`;
const download = (id: number, uid: number, more: string, values: string) =>
  `insert into downloads (command_id, uid, group_id, user_name, kind, is_satellite, start_at, end_at${more}) values (${id}, ${uid}, 1, 'U', 'raw', false, now(), now()${values})`;

describe('company links in the database', () => {
  beforeAll(async () => {
    await fill(pool);
    await pool.query(`insert into pig_run_rules (run_id, user_id, rule, group_id) values (1, 1, '{}', 1)`);
    await pool.query(`insert into pig_path_devices (path_id, uid, group_id) values (1, ${OWN_DEVICE}, 1)`);
  });

  test.each([
    [
      'a path to a foreign device',
      `insert into pig_path_devices (path_id, uid, group_id) values (1, ${FOREIGN_DEVICE}, 1)`,
    ],
    [
      'a foreign path to an own device',
      `insert into pig_path_devices (path_id, uid, group_id) values (2, ${OWN_DEVICE}, 1)`,
    ],
    [
      'a run to a foreign device',
      `insert into pig_run_devices (run_id, uid, group_id) values (1, ${FOREIGN_DEVICE}, 1)`,
    ],
    ['a run to a foreign user', `insert into pig_run_rules (run_id, user_id, rule, group_id) values (1, 2, '{}', 1)`],
    [
      'an alert to a foreign user',
      `insert into pig_run_alerts_told (run_id, user_id, cause, told_at, group_id) values (1, 2, 'c', now(), 1)`,
    ],
    [
      'an alert to a foreign run',
      `insert into alerts (group_id, run_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at) values (1, 2, 'run 2', 'c', 'pig-late', '', '', now(), now(), 1, now())`,
    ],
    [
      'a run to a foreign path',
      `insert into pig_runs (group_id, path_id, pig, path, completed_at) values (1, 2, 'PIG 2', '{}', now())`,
    ],
    [
      'a relay to a foreign device',
      `insert into relay_devices (name, uid, group_id) values ('relay-1', ${FOREIGN_DEVICE}, 1)`,
    ],
    [
      'a listener to a foreign device',
      `insert into stream_listeners (node_id, uid, group_id) values (gen_random_uuid(), ${FOREIGN_DEVICE}, 1)`,
    ],
    ['a waiting command to a foreign device', command(FOREIGN_DEVICE, '', '')],
    ['a command to a foreign broadcast', command(OWN_DEVICE, ', broadcast_id', ', 2')],
    ['an open download to a foreign device', download(1, FOREIGN_DEVICE, '', '')],
    ['a download to a foreign session', download(1, OWN_DEVICE, ', session_id', ', 2')],
  ])('[W-061] the database refuses to link %s', async (_title, statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '23503' });
  });

  test('[W-061] the database refuses to move a device or a user that has a link in the old company', async () => {
    await expect(pool.query(`update devices set group_id = 2 where uid = ${OWN_DEVICE}`)).rejects.toMatchObject({
      code: '23503',
    });
    await expect(pool.query('update users set group_id = 2 where id = 1')).rejects.toMatchObject({ code: '23503' });
  });

  test('the database keeps a finished command and a closed download of a device that has moved', async () => {
    await pool.query(command(FOREIGN_DEVICE, ', state', `, 'deleted'`));
    await pool.query(download(2, FOREIGN_DEVICE, ', refused_at', ', now()'));
    await expect(
      pool.query(`update commands set state = 'queued' where uid = ${FOREIGN_DEVICE}`),
    ).rejects.toMatchObject({ code: '23503' });
  });
});

describe('migration of company links', () => {
  const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
  let old: TestDatabase;
  let oldPool: pg.Pool;
  const query = async (text: string) => (await oldPool.query<Record<string, unknown>>(text)).rows;

  beforeAll(async () => {
    old = await createEmptyDatabase();
    oldPool = openPool(old);
    const folder = await makeTemporaryFolder('migrations');
    const earlier = (await readdir(MIGRATIONS)).filter((name) => name < '0026');
    for (const name of earlier) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(oldPool, folder);
    await fill(oldPool);
    const markers = JSON.stringify([
      { name: 'M1', linkedUid: FOREIGN_DEVICE, autoLinkedUids: [OWN_DEVICE, FOREIGN_DEVICE] },
      { name: 'M2', linkedUid: null, autoLinkedUids: [] },
    ]);
    await oldPool.query('update pig_paths set markers = $1', [markers]);
    await oldPool.query(
      `insert into pig_run_markers (run_id, name, place, marker) select 1, marker ->> 'name', place, marker from jsonb_array_elements($1::jsonb) with ordinality as l (marker, place)`,
      [markers],
    );
    await oldPool.query(`insert into pig_runs (group_id, pig, path, recieve_at) values (1, 'DONE', '{}', now())`);
    const both = `(${OWN_DEVICE}), (${FOREIGN_DEVICE})`;
    await oldPool.query(`insert into pig_path_devices (path_id, uid) select 1, uid from (values ${both}) v (uid)`);
    await oldPool.query(
      `insert into pig_run_devices (run_id, uid) select run, uid from (values ${both}) v (uid), (values (1), (3)) r (run)`,
    );
    await oldPool.query(`insert into pig_run_rules (run_id, user_id, rule) values (1, 1, '{}'), (1, 2, '{}')`);
    await oldPool.query(
      `insert into pig_run_alerts_told (run_id, user_id, cause, told_at) values (1, 1, 'c', now()), (1, 2, 'c', now())`,
    );
    await oldPool.query(`insert into relay_devices (name, uid) select 'relay-1', uid from (values ${both}) v (uid)`);
    await oldPool.query(command(OWN_DEVICE, '', ''));
    await oldPool.query(command(FOREIGN_DEVICE, '', ''));
    await oldPool.query(download(1, FOREIGN_DEVICE, '', ''));
    await migrate(oldPool, MIGRATIONS);
  });
  afterAll(async () => {
    await oldPool.end();
    await old.drop();
  });

  test('[W-061] the migration removes the links across companies and keeps the others', async () => {
    expect(await query('select uid::int from pig_path_devices')).toEqual([{ uid: OWN_DEVICE }]);
    expect(await query('select uid::int from relay_devices')).toEqual([{ uid: OWN_DEVICE }]);
    expect(
      await query(
        'select user_id::int as id from pig_run_rules union all select user_id::int from pig_run_alerts_told',
      ),
    ).toEqual([{ id: 1 }, { id: 1 }]);
    expect(await query('select uid::int, state, note from commands order by uid')).toEqual([
      { uid: OWN_DEVICE, state: 'queued', note: null },
      { uid: FOREIGN_DEVICE, state: 'deleted', note: 'The device has left the company.' },
    ]);
    expect(await query('select refusal from downloads')).toEqual([{ refusal: 'The device has left the company.' }]);
  });

  test('the migration removes the foreign device from an active run and a plan, and a completed run keeps its uid', async () => {
    expect(
      await query('select run_id::int as run, uid::int, group_id::int as company from pig_run_devices order by 1, 2'),
    ).toEqual([
      { run: 1, uid: OWN_DEVICE, company: 1 },
      { run: 3, uid: OWN_DEVICE, company: 1 },
      { run: 3, uid: FOREIGN_DEVICE, company: null },
    ]);
    const unlinked = { linkedUid: null, autoLinkedUids: [OWN_DEVICE] };
    expect(await query('select markers -> 0 as marker from pig_paths where id = 1')).toMatchObject([
      { marker: unlinked },
    ]);
    expect(await query(`select marker from pig_run_markers where name = 'M1'`)).toMatchObject([{ marker: unlinked }]);
  });

  test('the migration writes an audit line to the company of each removed link', async () => {
    const lines = await query(
      `select group_id::int as company, object_type as type, object_id as id, before from audit where action = 'foreign-links-removed' order by 2, before::text`,
    );
    expect(lines).toEqual([
      { company: 1, type: 'path', id: '1', before: { agms: [FOREIGN_DEVICE] } },
      { company: 1, type: 'relay', id: 'relay-1', before: { uids: [FOREIGN_DEVICE] } },
      { company: 1, type: 'run', id: '1', before: { agms: [FOREIGN_DEVICE] } },
      { company: 1, type: 'run', id: '1', before: { users: [2] } },
    ]);
  });
});
