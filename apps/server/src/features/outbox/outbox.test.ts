import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { Database, type Connection } from '../../platform/database/database.ts';
import type { DomainEventHandlers } from '../../platform/database/change.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { startJobs, type RunningJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { createMailTransport, type MailTransport } from '../../platform/mail/mail.ts';
import { readHeader, startTestSmtpServer, type TestSmtpServer } from '../../platform/mail/test-smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { countUnsentMessages, listNewestMessages } from './outbox.queries.ts';
import { addToOutbox, type NewMessage } from './outbox.store.ts';
import {
  OutboxWorker,
  RETRY_DELAYS_S,
  SEND_LIMIT_S,
  type OutboxOptions,
  type OutboxTransport,
  OUTBOX_CRONTAB,
} from './outbox.worker.ts';

const log = createLog('silent');
const HOUR_S = 3600;
type Mail = Extract<NewMessage, { medium: 'mail' }>;
const message: Mail = {
  medium: 'mail',
  to: 'dana.reyes@example.com',
  subject: 'Größe geprüft',
  text: 'Marker 4',
  groupId: null,
};
const text: NewMessage = { ...message, medium: 'sms', to: '9185550134', userId: 7 };

const fillLink: OutboxOptions['fillLink'] = (_change, { text: written }) => Promise.resolve(written);
const MAKERS = { fillLink, makeAnswerToken: () => Promise.resolve(null), publicUrl: 'https://waymark.example' };

let home: TestDatabase;
let database: Database;
let server: TestSmtpServer;
/** The replies to the next receivers; without one they are accepted. */
let refusals: string[];
let opened: MailTransport[];

function openDatabase(connection: Connection): Database {
  const made = new Database(connection, log);
  made.wire({} as DomainEventHandlers, () => undefined);
  return made;
}

beforeAll(async () => {
  home = await createTestDatabase();
  database = openDatabase(home.connection);
});

beforeEach(async () => {
  await database.pool.query('truncate outbox; delete from graphile_worker._private_jobs');
  refusals = [];
  opened = [];
  server = await startTestSmtpServer({ refuse: () => refusals.shift() });
});

afterEach(async () => {
  for (const transport of opened) transport.close();
  await server.close();
});

afterAll(async () => {
  await database.close();
  await home.drop();
});

function connectMail(): MailTransport {
  const transport = createMailTransport(server.url, 'Waymark <no-reply@waymark.example>');
  opened.push(transport);
  return transport;
}

function createWorker(options: Partial<OutboxOptions> = {}): OutboxWorker {
  return new OutboxWorker({ database, log, transports: { mail: connectMail() }, ...MAKERS, ...options });
}

function startQueue({ jobs }: OutboxWorker): Promise<RunningJobs> {
  return startJobs({ connection: home.connection, log, jobs, crontab: OUTBOX_CRONTAB });
}

const write = (wanted: NewMessage) => database.change(systemOrigin('test'), (change) => addToOutbox(change, wanted));
const add = (wanted: Partial<Mail> = {}) => write({ ...message, ...wanted });

async function readRows() {
  const found = await database.pool.query<{
    id: number;
    status: string;
    attempts: number;
    last_error: string | null;
    sent_at: Date | null;
    next_attempt_at: Date;
    run_at: Date | null;
  }>(`select outbox.*, job.run_at from outbox
    left join graphile_worker.jobs as job on job.key = 'outbox.send:' || outbox.id order by outbox.id`);
  return found.rows;
}

async function readRow() {
  const [row] = await readRows();
  if (!row) throw new Error('the outbox is empty');
  return row;
}

async function addOne(wanted: Partial<Mail> = {}): Promise<number> {
  await add(wanted);
  return (await readRow()).id;
}

const makeDue = () =>
  database.pool.query(`update outbox set next_attempt_at = now() - interval '1 second' where status = 'waiting'`);

describe('sending', () => {
  test('a message is sent after its change has committed, and not after a rollback', async () => {
    const jobs = await startQueue(createWorker());
    const rolledBack = database.change(systemOrigin('test'), async (change) => {
      await addToOutbox(change, { ...message, to: 'nobody@example.com' });
      throw new Error('undo');
    });
    await expect(rolledBack).rejects.toThrow('undo');
    await add();
    await server.untilReceived(1);
    await jobs.stop();
    expect(server.received.map(({ to }) => to)).toEqual([['dana.reyes@example.com']]);
    const [mail] = server.received;
    expect(mail && readHeader(mail, 'subject')).toBe('Größe geprüft');
    expect(await readRows()).toMatchObject([{ status: 'sent', attempts: 1, last_error: null, run_at: null }]);
    expect((await readRow()).sent_at).not.toBeNull();
  });

  test('a second message with the same dedupe key is not stored, and the answer says so', async () => {
    expect(await add({ dedupeKey: 'run-7-launch' })).toBe(true);
    expect(await add({ dedupeKey: 'run-7-launch', text: 'other' })).toBe(false);
    expect(await add()).toBe(true);
    expect(await add()).toBe(true);
    expect(await readRows()).toHaveLength(3);
  });

  test('two nodes that claim the same message send it once', async () => {
    const id = await addOne();
    const other = openDatabase(home.connection);
    await Promise.all([createWorker().send(id), createWorker({ database: other }).send(id), createWorker().send(id)]);
    await other.close();
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('a sent message is not sent again', async () => {
    const id = await addOne();
    const worker = createWorker();
    await worker.send(id);
    await database.pool.query(`update outbox set next_attempt_at = now() - interval '1 day'`);
    await worker.send(id);
    expect(await worker.requeue()).toBe(0);
    expect(server.received).toHaveLength(1);
  });
});

describe('failures', () => {
  test('the delays grow, and the first is longer than an attempt may take', () => {
    expect(RETRY_DELAYS_S).toHaveLength(3);
    expect(RETRY_DELAYS_S).toEqual(RETRY_DELAYS_S.toSorted((a, b) => a - b));
    expect(new Set(RETRY_DELAYS_S).size).toBe(3);
    expect(RETRY_DELAYS_S[0]).toBeGreaterThan(SEND_LIMIT_S);
  });

  test('a message is retried with growing delays during a mail server outage, then it is dead', async () => {
    const id = await addOne();
    const { port } = server;
    const worker = createWorker({ retryDelaysS: [1 * HOUR_S, 10 * HOUR_S, 100 * HOUR_S] });
    await server.close();
    const waits: number[] = [];
    for (const attempt of [1, 2, 3]) {
      await worker.send(id);
      const row = await readRow();
      expect(row).toMatchObject({ status: 'waiting', attempts: attempt });
      expect(row.last_error).toContain('ECONNREFUSED');
      expect(row.run_at).toEqual(row.next_attempt_at);
      waits.push(Math.round((row.next_attempt_at.getTime() - Date.now()) / (HOUR_S * 1000)));
      await worker.send(id); // not due: nothing happens
      expect((await readRow()).attempts).toBe(attempt);
      await makeDue();
    }
    expect(waits).toEqual([1, 10, 100]);
    await worker.send(id);
    expect(await readRow()).toMatchObject({ status: 'dead', attempts: 4 });
    server = await startTestSmtpServer({ port });
    await worker.send(id);
    expect(server.received).toHaveLength(0);
  });

  test('a failed message is sent once the server is back', async () => {
    const id = await addOne();
    const { port } = server;
    const worker = createWorker();
    await server.close();
    await worker.send(id);
    server = await startTestSmtpServer({ port });
    await makeDue();
    await worker.send(id);
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
  });

  test('the queue retries on its own after the delay', async () => {
    refusals = ['451 try later'];
    const jobs = await startQueue(createWorker({ retryDelaysS: [0.1, 0.2, 0.3] }));
    await add();
    await server.untilReceived(1);
    await jobs.stop();
    expect(await readRow()).toMatchObject({ status: 'sent', attempts: 2 });
  });

  test('a permanent refusal makes a message dead at once, a temporary one is retried', async () => {
    const id = await addOne();
    const worker = createWorker();
    refusals = ['451 try later', '550 no such mailbox'];
    await worker.send(id);
    expect(await readRow()).toMatchObject({ status: 'waiting', attempts: 1 });
    await makeDue();
    await worker.send(id);
    const row = await readRow();
    expect(row).toMatchObject({ status: 'dead', attempts: 2 });
    expect(row.last_error).toContain('no such mailbox');
  });

  test.each([
    ['refuses', { responseCode: 554 }, 'the mail server refused a mail with a link'],
    ['does not answer', {}, 'the mail server gave no answer to a mail with a link'],
  ])('[W-015] a mail server that %s and quotes the content stores no link', async (_what, facts, told) => {
    const link = { userId: 7, epoch: 0, validH: 1 };
    const id = await addOne({ text: 'Open (the link)', link });
    const quoting: OutboxTransport = {
      send: async ({ text: sent }, _signal, onHandOver) => {
        await onHandOver();
        throw Object.assign(new Error(`rejected: ${sent}`), facts);
      },
    };
    const withLink: OutboxOptions['fillLink'] = () => Promise.resolve('Open #token=of-this-mail');
    await createWorker({ transports: { mail: quoting }, fillLink: withLink }).send(id);
    const { last_error: lastError } = await readRow();
    expect(lastError).toContain(told);
    expect(lastError).not.toContain('of-this-mail');
  });

  test('[W-096] a mail whose node dies between sending and noting is not sent twice, and says so', async () => {
    const id = await addOne();
    const dying = openDatabase(home.connection);
    const mail = connectMail();
    const sendAndDie: OutboxTransport = {
      send: async (...wanted) => {
        await mail.send(...wanted);
        await dying.close();
      },
    };
    await expect(createWorker({ database: dying, transports: { mail: sendAndDie } }).send(id)).rejects.toThrow();
    expect(await readRow()).toMatchObject({ status: 'waiting', attempts: 1 });

    const worker = createWorker();
    await worker.send(id); // the dead node's claim still holds
    await makeDue();
    await worker.send(id);
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({
      status: 'dead',
      last_error: 'it is not known whether this message arrived: the attempt was broken off',
    });
  });

  test('[W-096] a mail whose node dies before the mail server wants the content is sent by another', async () => {
    const id = await addOne();
    const dying = openDatabase(home.connection);
    const neverSend: OutboxTransport = { send: () => dying.close() };
    await expect(createWorker({ database: dying, transports: { mail: neverSend } }).send(id)).rejects.toThrow();
    await makeDue();
    await createWorker().send(id);
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({ status: 'sent', attempts: 2 });
  });

  test('[W-096] an attempt that fails late leaves a later one as it is: its mail is not sent twice', async () => {
    const id = await addOne();
    const dying = openDatabase(home.connection);
    const mail = connectMail();
    const sendAndDie: OutboxTransport = {
      send: async (...wanted) => {
        await mail.send(...wanted);
        await dying.close();
      },
    };
    const failLate: OutboxTransport = {
      send: async () => {
        await makeDue();
        await expect(createWorker({ database: dying, transports: { mail: sendAndDie } }).send(id)).rejects.toThrow();
        throw new Error('connection reset');
      },
    };
    await createWorker({ transports: { mail: failLate } }).send(id);
    await makeDue();
    await createWorker().send(id);
    expect(server.received).toHaveLength(1);
    expect(await readRow()).toMatchObject({ status: 'dead' });
  });

  test('[W-096] a mail whose connection ends before the answer to its content is not sent twice', async () => {
    const id = await addOne();
    server.hangUpAfterContent();
    await createWorker().send(id);
    expect(server.received).toHaveLength(1);
    const row = await readRow();
    expect(row).toMatchObject({ status: 'dead', attempts: 1 });
    expect(row.last_error).toContain('it is not known whether this message arrived');
  });

  test('[W-096] an alert that is sent late states the time of its event', async () => {
    await add({ runId: 7, text: 'Pig late' });
    await add({ text: 'Another matter' });
    await database.pool.query("update outbox set created_at = '2026-11-23T12:00:05Z'");
    for (const { id } of await readRows()) await createWorker().send(id);
    const [late, other] = server.received.map(({ raw }) => raw);
    expect(late).toContain('Sent late: this was true at 2026-11-23 12:00:05 UTC.');
    expect(other).not.toContain('late');
  });

  test('a message that must not arrive twice is not resent by another node, and says so', async () => {
    await write(text);
    const { id } = await readRow();
    const dying = openDatabase(home.connection);
    const taken: string[] = [];
    const sms: OutboxTransport = {
      isSentOnce: true,
      send: async ({ to }) => {
        taken.push(to);
        await dying.close();
      },
    };
    await expect(createWorker({ database: dying, transports: { sms } }).send(id)).rejects.toThrow();
    expect(await readRow()).toMatchObject({ status: 'waiting', attempts: 1 });
    await makeDue();
    await createWorker({ transports: { sms } }).send(id);
    expect(taken).toEqual(['9185550134']);
    expect(await readRow()).toMatchObject({
      status: 'dead',
      last_error: 'it is not known whether this message arrived: the attempt was broken off',
    });
  });

  test('a message on which every node died becomes dead', async () => {
    const id = await addOne();
    await database.pool.query('update outbox set attempts = 4');
    await createWorker().send(id);
    expect(server.received).toHaveLength(0);
    expect(await readRow()).toMatchObject({ status: 'dead', last_error: 'the last attempt was broken off' });
  });

  test('no two messages have the same Message-ID', async () => {
    await add();
    await add();
    const worker = createWorker();
    for (const { id } of await readRows()) await worker.send(id);
    const ids = server.received.map((mail) => readHeader(mail, 'message-id'));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('waiting messages', () => {
  test('a message without a transport waits unchanged, and is sent once there is one', async () => {
    const id = await addOne();
    const none = createWorker({ transports: {} });
    const without = await startQueue(none);
    await vi.waitFor(async () => expect((await readRow()).run_at).toBeNull(), 10_000);
    await without.stop();
    await none.send(id);
    expect(await none.requeue()).toBe(0);
    expect(await readRow()).toMatchObject({ status: 'waiting', attempts: 0, last_error: null });

    const worker = createWorker();
    expect(await worker.requeue()).toBe(1);
    const jobs = await startQueue(worker);
    await server.untilReceived(1);
    await jobs.stop();
    expect(await readRow()).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('only due messages of a medium that can be sent are enqueued again, and only those without a job', async () => {
    await write(text);
    await add();
    const worker = createWorker();
    expect(await worker.requeue()).toBe(0);
    await database.pool.query('delete from graphile_worker._private_jobs');
    await database.pool.query(`update outbox set next_attempt_at = now() + interval '1 hour' where medium = 'mail'`);
    expect(await worker.requeue()).toBe(0);
    await makeDue();
    expect(await worker.requeue()).toBe(1);
    expect(await worker.requeue()).toBe(0);
    expect((await readRows()).map(({ run_at: runAt }) => runAt !== null)).toEqual([false, true]);
  });

  test('a due message whose job is held by a node that died gets a new job', async () => {
    await add();
    await database.pool.query(`update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()`);
    expect(await createWorker().requeue()).toBe(1);
  });
});

describe('queries', () => {
  test('the newest hundred are listed, newest first, with times as UTC text', async () => {
    await database.change(systemOrigin('test'), async (change) => {
      for (let n = 1; n <= 101; n += 1) await addToOutbox(change, { ...message, subject: `n${n}` });
    });
    await database.pool.query(`update outbox set created_at = '2026-03-18 00:06:51.204118Z'`);
    const listed = await listNewestMessages(database.read(systemScope('test')));
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({ subject: 'n101', createdAt: '2026-03-18 00:06:51', status: 'waiting' });
    expect(listed.at(-1)?.subject).toBe('n2');
  });

  test('waiting and dead messages are counted', async () => {
    for (let n = 0; n < 3; n += 1) await add();
    const [first, second] = await readRows();
    const worker = createWorker();
    await worker.send(first?.id ?? 0);
    refusals = ['550 no such mailbox'];
    await worker.send(second?.id ?? 0);
    expect(await countUnsentMessages(database.read(systemScope('test')))).toEqual({ waiting: 1, dead: 1 });
  });
});
