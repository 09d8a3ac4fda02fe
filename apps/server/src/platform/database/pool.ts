import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseAwayError, limitQueries, withQueryLimit } from './query-limit.ts';

/** A server that died without a word is found after this time of silence, and ten seconds of probes. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };
const CONNECT_MS = 10_000;
const PREPARE_MS = 5_000;

/**
 * The database, too, gives up connections that are gone: otherwise the locks of a dead node would last for hours. Systems
 * that cannot do one of these refuse all of them, and the connection is used as it is.
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
 * Connections that are given up when they do not answer: within 13 s, or after `withQueryLimit`, sooner while the database is
 * away. A connection that breaks raises an event beside failing its query; unheard it would end the process.
 */
export function openPool(config: pg.PoolConfig, log: Log, isAway = unknownState): pg.Pool {
  const pool = new pg.Pool({
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_MS,
    ...config,
    // The pool waits for it.
    onConnect: (client) => prepareSession(client, isAway) as unknown as void,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection failed'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchConnecting(pool, isAway);
  return pool;
}

type ConnectCallback = (error: Error, client: undefined, release: () => void) => void;

/**
 * A caller does not wait for a connection while the database is away. A waiting caller of `pool.query` is called by the one who returns
 * a connection, and would get the query limit of that one.
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

/** A connection for one purpose, under the same care as those of a pool. */
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

/** Ends an idle connection that no longer answers: it would hear nothing, and nobody would notice. */
export function pingClient(client: pg.Client): void {
  const timer = setInterval(() => {
    // The limit ends the client; the next ping may then find it closed.
    withQueryLimit(PING_ANSWER_MS, () => client.query('select 1')).catch(() => undefined);
  }, PING_MS).unref();
  client.once('end', () => clearInterval(timer));
}
