import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseAwayError, limitQueries, withQueryLimit } from './query-limit.ts';

/** A server that died silently is detected after this idle time plus ten seconds of probes. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };
const CONNECT_MS = 10_000;
const PREPARE_MS = 5_000;
const CLOSE_MS = 2_000;
/** Longer than the pauses between the checks of an idle node: a new connection costs more than a check. */
const IDLE_MS = 120_000;

/**
 * Makes the database drop dead connections too: otherwise the locks of a dead node would last for hours. A system that
 * lacks one of these settings refuses all of them, and the connection is used without them.
 */
const SESSION_SETTINGS = `select
  set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '5', false), set_config('tcp_user_timeout', '15000', false),
  set_config('client_connection_check_interval', '2000', false)`;

export type IsAway = () => boolean;

const unknownState: IsAway = () => false;

async function prepareSession(client: pg.ClientBase, isAway: IsAway): Promise<void> {
  limitQueries(client as pg.Client, isAway);
  await withQueryLimit(PREPARE_MS, () => client.query(SESSION_SETTINGS)).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
}

/**
 * Opens a pool that drops connections that do not answer within 13 s, or the limit of `withQueryLimit`; sooner while
 * the database is away. A broken connection also emits an error event, which would end the process if unhandled.
 */
export function openPool(config: pg.PoolConfig, log: Log, isAway = unknownState): pg.Pool {
  const pool = new pg.Pool({
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    ...config,
    // The pool waits for the returned promise.
    onConnect: (client) => prepareSession(client, isAway) as unknown as void,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection failed; it is replaced'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchConnecting(pool, isAway);
  endWithConnections(pool);
  return pool;
}

/**
 * `end` of the pool itself resolves before its connections have closed: a database that stops then breaks them. A
 * connection that has died silently never closes, so the wait is limited.
 */
function endWithConnections(pool: pg.Pool): void {
  const open = new Set<pg.PoolClient>();
  const closed = Promise.withResolvers<void>();
  const end = pool.end.bind(pool);
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => {
    open.delete(client);
    if (pool.ending && open.size === 0) closed.resolve();
  });
  pool.end = async () => {
    await end();
    if (open.size > 0) await Promise.race([closed.promise, sleep(CLOSE_MS, undefined, { ref: false })]);
  };
}

type ConnectCallback = (error: Error, client: undefined, release: () => void) => void;

/**
 * Fails immediately while the database is away. Binds the async context, because a waiting `pool.query` continues in
 * the context of the caller that returned the connection and would get that caller's query limit.
 */
function watchConnecting(pool: pg.Pool, isAway: IsAway): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => unknown;
  pool.connect = ((callback?: ConnectCallback) => {
    if (!isAway()) return connect(callback && AsyncLocalStorage.bind(callback));
    const error = new DatabaseAwayError();
    if (!callback) return Promise.reject(error);
    process.nextTick(callback, error, undefined, () => undefined);
    return undefined;
  }) as pg.Pool['connect'];
}

/** Opens a single connection with the same limits as those of a pool. */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...KEEP_ALIVE, connectionTimeoutMillis: CONNECT_MS, ...config });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await prepareSession(client, unknownState);
    return client;
  } catch (error) {
    void client.end();
    throw error;
  }
}

const PING_MS = 5_000;
const PING_ANSWER_MS = 8_000;

/** Ends an idle connection that no longer answers: it would receive no notices without any error. */
export function pingClient(client: pg.Client): void {
  const timer = setInterval(() => {
    // The limit ends the client; the next ping may find it closed.
    withQueryLimit(PING_ANSWER_MS, () => client.query('select 1')).catch(() => undefined);
  }, PING_MS).unref();
  client.once('end', () => clearInterval(timer));
}
