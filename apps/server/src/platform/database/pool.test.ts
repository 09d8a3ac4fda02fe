import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { layCable, type Cable } from '../../testing/cable.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createLog } from '../log.ts';
import { isConnectionLost } from './lost-connection.ts';
import { openPool } from './pool.ts';
import { NO_LIMIT, withQueryLimit } from './query-limit.ts';

const log = createLog('silent');
let database: TestDatabase;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => database.drop());

async function openSilenced(isAway?: () => boolean): Promise<{ readonly pool: pg.Pool; readonly cable: Cable }> {
  const cable = await layCable(database.connection);
  const pool = openPool({ ...database.connection, host: '127.0.0.1', port: cable.port, max: 1 }, log, isAway);
  closers.push(
    () => cable.cut(),
    () => pool.end(),
  );
  await pool.query('select 1');
  cable.silence();
  return { pool, cable };
}

test('[W-085] a transaction that the database ended, because its node stood still, fails as a lost connection', async () => {
  const pool = openPool({ ...database.connection, max: 1, idle_in_transaction_session_timeout: 20 }, log);
  const other = openPool(database.connection, log);
  const client = await pool.connect();
  closers.push(
    () => other.end(),
    () => pool.end(),
    async () => client.release(true),
  );
  const { pid } = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0] ?? {};
  // The node stands still: it sends the next query before it reads that the database has ended the transaction.
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  await client.query('begin');
  socket.pause();
  const isThere = async () => (await other.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1;
  await expect.poll(isThere).toBe(false);
  const next = client.query('select 1').catch((error: unknown) => error);
  socket.resume();
  expect(isConnectionLost(await next)).toBe(true);
});

test('[W-084] a query on a silently dead connection fails, and the next one gets another connection', async () => {
  const { pool, cable } = await openSilenced();
  const lost = await withQueryLimit(200, () => pool.query('select 2')).catch((error: unknown) => error);
  expect(isConnectionLost(lost)).toBe(true);
  await cable.mend();
  expect((await pool.query<{ n: number }>('select 3 as n')).rows).toEqual([{ n: 3 }]);
});

test('[W-084] a transaction on a silently dead connection returns no broken connection to the pool', async () => {
  const { pool, cable } = await openSilenced();
  const client = await pool.connect();
  await expect(withQueryLimit(200, () => client.query('begin'))).rejects.toThrow('did not answer');
  await expect(client.query('rollback')).rejects.toThrow();
  client.release();
  await cable.mend();
  expect((await pool.query<{ n: number }>('select 4 as n')).rows).toEqual([{ n: 4 }]);
});

test('[W-084] a long statement has the limit of its own caller, whichever caller returned the connection', async () => {
  const pool = openPool({ ...database.connection, max: 1 }, log);
  closers.push(() => pool.end());
  await pool.query('select 1');
  const first = withQueryLimit(800, () => pool.query('select pg_sleep(0.01)'));
  const long = withQueryLimit(NO_LIMIT, () => pool.query<{ n: number }>('select 5 as n from pg_sleep(1)'));
  await first;
  expect((await long).rows).toEqual([{ n: 5 }]);
});

test('[W-084] the database cancels the statement of a lost client', async () => {
  const pool = openPool({ ...database.connection, max: 2 }, log);
  closers.push(() => pool.end());
  const lost = withQueryLimit(200, () => pool.query('select pg_sleep(3600) /* lost */'));
  await expect(lost).rejects.toThrow('did not answer');
  const isRunning = async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where query like '%/* lost */' and state = 'active' and pid <> pg_backend_pid()",
    );
    return rows.length > 0;
  };
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(false);
});

test('[W-085] a caller does not wait for a connection while the database is away', async () => {
  let isAway = false;
  const { pool, cable } = await openSilenced(() => isAway);
  const client = await pool.connect();
  isAway = true;
  const [first, second] = await Promise.allSettled([pool.query('select 6'), pool.connect()]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(isConnectionLost(first.status === 'rejected' && first.reason)).toBe(true);
  isAway = false;
  client.release(true);
  await cable.mend();
  expect((await pool.query<{ n: number }>('select 7 as n')).rows).toEqual([{ n: 7 }]);
});

test('the end of a pool resolves when its connections have closed', async () => {
  const pool = openPool({ ...database.connection, max: 3 }, log);
  const sockets: Socket[] = [];
  pool.on('connect', (client) => {
    sockets.push((client as unknown as { connection: { stream: Socket } }).connection.stream);
  });
  await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.1)')));
  await pool.end();
  expect(sockets.map(({ closed, destroyed }) => closed || destroyed)).toEqual([true, true, true]);
});

test('the end of a pool does not wait for a connection that has died silently', async () => {
  const { pool } = await openSilenced();
  closers.pop();
  await expect(pool.end()).resolves.toBeUndefined();
});
