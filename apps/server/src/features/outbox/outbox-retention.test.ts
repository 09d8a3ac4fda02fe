import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database } from '../../platform/database/database.ts';
import type { DomainEventHandlers } from '../../platform/database/change.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLog } from '../../platform/log.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { tidyOutbox } from './outbox-tidy.jobs.ts';
import { OutboxWorker } from './outbox.worker.ts';
import { openTestPool } from '../../testing/test-pool.ts';

const log = createLog('silent');
const MIGRATIONS = path.join(import.meta.dirname, '../../migrations');
let home: TestDatabase;
let database: Database;
let sent: string[];

beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database(home.connection, log);
  database.wire({} as DomainEventHandlers, () => undefined);
});
beforeEach(async () => {
  sent = [];
  await database.pool.query('truncate outbox, pig_runs, groups cascade');
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const createWorker = () =>
  new OutboxWorker({
    database,
    log,
    transports: { mail: { send: ({ subject }) => Promise.resolve(void sent.push(subject)) } },
    fillLink: (_change, { text }) => Promise.resolve(text),
    makeAnswerToken: () => Promise.resolve(null),
    publicUrl: 'https://waymark.example',
  });

interface Row {
  readonly status: 'sent' | 'dead' | 'waiting';
  readonly days: number;
  readonly runId?: number;
}

const write = (subject: string, { status, days, runId }: Row) =>
  database.pool.query(
    `insert into outbox (medium, recipient, subject, body_text, status, sent_at, created_at, run_id)
     values ('mail', 'dana@example.com', $1, 'text', $2, case when $2 = 'sent' then now() end, now() - make_interval(days => $3), $4)`,
    [subject, status, days, runId ?? null],
  );
const listSubjects = async () => {
  const { rows } = await database.pool.query<{ subject: string }>('select subject from outbox order by subject');
  return rows.map(({ subject }) => subject);
};
const readRow = async () =>
  (await database.pool.query<{ id: number; status: string; last_error: string | null }>('select * from outbox'))
    .rows[0];

test('[W-016] deletes sent and dead messages after their days and keeps waiting ones', async () => {
  await write('old sent', { status: 'sent', days: 91 });
  await write('old dead', { status: 'dead', days: 91 });
  await write('old waiting', { status: 'waiting', days: 91 });
  await write('young dead', { status: 'dead', days: 89 });
  await write('young sent', { status: 'sent', days: 89 });
  await tidyOutbox(database, 90, Date.now());
  expect(await listSubjects()).toEqual(['old waiting', 'young dead', 'young sent']);
});

test('[W-016] keeps the messages of active runs, by which repeated ones are recognised', async () => {
  await database.pool.query(`insert into groups (name) values ('North')`);
  const addRun = async (isCompleted: boolean) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into pig_runs (group_id, pig, path, completed_at) select id, 'PIG', '{}', case when $1 then now() end from groups returning id`,
      [isCompleted],
    );
    return rows[0]?.id ?? 0;
  };
  await write('active', { status: 'sent', days: 200, runId: await addRun(false) });
  await write('completed', { status: 'sent', days: 200, runId: await addRun(true) });
  await tidyOutbox(database, 90, Date.now());
  expect(await listSubjects()).toEqual(['active']);
});

test('[W-016] retention deletes more than one batch', async () => {
  await database.pool.query(`insert into outbox (medium, recipient, subject, body_text, status, created_at)
    select 'mail', 'dana@example.com', n::text, 'text', 'dead', now() - interval '1 year' from generate_series(1, 4001) n`);
  await tidyOutbox(database, 90, Date.now());
  expect(await listSubjects()).toEqual([]);
});

const expired = `insert into outbox (medium, recipient, subject, body_text, holds_secret, user_id, link_h, link_epoch, expires_at)
  values ('mail', 'dana@example.com', 'Set your Waymark password', 'text', true, 1, 1, 0, now() - interval '1 minute')`;
const TOO_LATE = { status: 'dead', last_error: 'it was not sent in time: the link in it would have ended' };

test('[W-016] does not send a link mail that is older than its link would be', async () => {
  await database.pool.query(expired);
  await createWorker().send((await readRow())?.id ?? 0);
  expect(await readRow()).toMatchObject(TOO_LATE);
  expect(sent).toEqual([]);
});

test('[W-016] ends a link mail that waits for a mail server for too long', async () => {
  await database.pool.query(expired);
  const requeue = createWorker().jobs.find(({ name }) => name === 'outbox.requeue');
  await requeue?.run({});
  expect(await readRow()).toMatchObject(TOO_LATE);
});

let folder: string | undefined;
afterEach(async () => {
  if (folder === undefined) return;
  await rm(folder, { recursive: true, force: true });
  folder = undefined;
});

test('[W-014] [W-015] the migration removes links of old mails, open links, and passwords of users of a provider', async () => {
  folder = await makeTemporaryFolder('migrations');
  await cp(MIGRATIONS, folder, {
    recursive: true,
    filter: (file) => !/00(?:2[3-9]|[3-9]\d)-/.test(path.basename(file)),
  });
  const old = await createEmptyDatabase();
  const pool = openTestPool(old.connection);
  try {
    await migrate(pool, folder);
    await pool.query(`insert into users (email, name, role, external_issuer, external_subject)
      values ('olga@example.com', 'Olga', 'superadmin', 'https://id.example.com', 'olga'), ('dana@example.com', 'Dana', 'superadmin', null, null)`);
    await pool.query(`insert into passwords (user_id, hash) select id, 'hash' from users`);
    await pool.query(
      `insert into password_links (hash, user_id, expires_at) select sha256(email::bytea), id, now() + interval '1 day' from users`,
    );
    await pool.query(`insert into outbox (medium, recipient, subject, body_text, body_html, holds_secret, status, sent_at)
      select 'mail', 'dana@example.com', status || holds_secret, 'link #token=abc', '<a>#token=abc</a>', holds_secret, status, case when status = 'sent' then now() end
      from unnest(array['sent', 'dead', 'waiting']) status, unnest(array[true, false]) holds_secret`);
    await migrate(pool, MIGRATIONS);
    expect((await pool.query(`select email from users join passwords on user_id = id`)).rows).toEqual([
      { email: 'dana@example.com' },
    ]);
    expect((await pool.query('select 1 from password_links')).rows).toEqual([]);
    const blank = { text: '', html: null };
    const whole = { text: 'link #token=abc', html: '<a>#token=abc</a>' };
    const read =
      'select subject, status, body_text as text, body_html as html from outbox order by holds_secret desc, id';
    expect((await pool.query(read)).rows).toEqual([
      { subject: 'senttrue', status: 'sent', ...blank },
      { subject: 'deadtrue', status: 'dead', ...blank },
      { subject: 'waitingtrue', status: 'dead', ...blank },
      { subject: 'sentfalse', status: 'sent', ...whole },
      { subject: 'deadfalse', status: 'dead', ...whole },
      { subject: 'waitingfalse', status: 'waiting', ...whole },
    ]);
  } finally {
    await pool.end();
    await old.drop();
  }
});
