import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { systemScope } from '../access/scope.ts';
import { systemOrigin } from '../http/call.ts';
import { createLog } from '../log.ts';
import type { Change, DomainEventHandlers, PendingEvent } from './change.ts';
import { Database } from './database.ts';
import { Notices } from './notices.ts';

let testDatabase: TestDatabase;
let database: Database;
const sent: PendingEvent[] = [];
let companies = 0;
let onUserLeaving: (change: Change) => Promise<void> = async () => undefined;

const handlers: DomainEventHandlers = {
  'user-leaving': [(change) => onUserLeaving(change)],
  'device-leaving': [],
  'device-removed': [],
  'passages-stored': [],
  'passages-expiring': [],
  'runs-changed': [],
  'alerts-changed': [],
  'devices-turned': [],
  'commands-answered': [],
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new Database(testDatabase.connection, createLog('silent'));
  database.wire(handlers, (events) => sent.push(...events));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const origin = systemOrigin('test');

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.raw(table)}`.execute(
    database.read(systemScope('test')).db,
  );
  return rows[0]?.count ?? -1;
}

async function writeEverything(change: Change): Promise<void> {
  await change.db
    .insertInto('groups')
    .values({ name: `Company ${++companies}` })
    .execute();
  await change.audit({ action: 'tested', objectType: 'group', objectId: 1, before: null, after: { name: 'x' } });
  await change.enqueue({ name: 'test.job', payload: { a: 1 } });
  change.push('ReceiveSessionEnd', { userId: 7 }, { reason: 'signed-out' });
}

const counts = async () => [
  await count('groups'),
  await count('audit'),
  await count('graphile_worker.jobs'),
  sent.length,
];

describe('Change', () => {
  test('a change stores its rows, audit line and job, and sends its hub event after the commit', async () => {
    const before = await counts();
    await database.change(origin, writeEverything);
    expect(await counts()).toEqual(before.map((number) => number + 1));
  });

  test('a failed change leaves no row, audit line, job or hub event', async () => {
    const before = await counts();
    const failing = database.change(origin, async (change) => {
      await writeEverything(change);
      throw new Error('in the end it failed');
    });
    await expect(failing).rejects.toThrow('in the end it failed');
    expect(await counts()).toEqual(before);
  });

  test('a change is rolled back when a handler of its domain event fails', async () => {
    const before = await counts();
    onUserLeaving = async (change) => {
      await writeEverything(change);
      throw new Error('the handler failed');
    };
    const failing = database.change(origin, async (change) => {
      await writeEverything(change);
      await change.raise('user-leaving', { userId: 1, groupId: 1, email: 'a@b.io' });
    });
    await expect(failing).rejects.toThrow('the handler failed');
    expect(await counts()).toEqual(before);
  });

  test('a change sends nothing to the hub before its commit', async () => {
    const before = sent.length;
    await database.change(origin, async (change) => {
      await writeEverything(change);
      expect(sent).toHaveLength(before);
    });
    expect(sent).toHaveLength(before + 1);
  });
});

describe('Notices', () => {
  test('a listener gets notices only after the commit, and learns when a broken connection may have lost some and when it is back', async () => {
    const notices = new Notices(testDatabase.connection, createLog('silent'));
    const heard: string[] = [];
    let missed = 0;
    const hearing = Promise.withResolvers<void>();
    const missing = Promise.withResolvers<void>();
    const returning = Promise.withResolvers<void>();
    notices.on('test_channel', {
      hear: (payload) => {
        heard.push(payload);
        hearing.resolve();
      },
      missed: () => {
        missed++;
        missing.resolve();
      },
      back: () => {
        heard.push('back');
        returning.resolve();
      },
    });
    await notices.start();
    await database
      .change(origin, async (change) => {
        await change.notify('test_channel', 'rolled back');
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.change(origin, (change) => change.notify('test_channel', 'committed'));
    await hearing.promise;
    expect(heard).toEqual(['committed']);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark notices' and datname = current_database()`.execute(
      database.read(systemScope('test')).db,
    );
    await missing.promise;
    expect(missed).toBe(1);
    expect(notices.isListening).toBe(false);
    expect(heard).toEqual(['committed']);
    await returning.promise;
    expect([missed, notices.isListening]).toEqual([1, true]);
    await database.change(origin, (change) => change.notify('test_channel', 'again'));
    await expect.poll(() => heard).toEqual(['committed', 'back', 'again']);
    await notices.close();
  });
});

test('[W-119] PostgreSQL ends a change whose node stops for seconds, and frees its rows', async () => {
  const still = new Database(testDatabase.connection, createLog('silent'));
  still.wire(handlers, () => undefined);
  const rename = (change: Change, name: string) =>
    change.db.updateTable('groups').set({ name }).where('id', '=', 1).execute();
  const { promise: hasLocked, resolve: reportLock } = Promise.withResolvers<unknown>();
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const stuck = still.change(systemOrigin('test'), async (change) => {
    const limit = await sql`show idle_in_transaction_session_timeout`.execute(change.db);
    await rename(change, 'By the stopped node');
    // Shortened only here: on a busy machine the earlier statements may take longer.
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(change.db);
    reportLock(limit.rows[0]);
    await goesOn;
  });
  expect(await hasLocked).toEqual({ idle_in_transaction_session_timeout: '4s' });
  await database.change(systemOrigin('test'), (change) => rename(change, 'By the other'));
  goOn();
  await expect(stuck).rejects.toThrow();
  const { rows } = await database.pool.query('select name from groups where id = 1');
  expect(rows).toEqual([{ name: 'By the other' }]);
  await still.close();
});
