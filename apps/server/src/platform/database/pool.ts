import pg from 'pg';
import type { Log } from '../log.ts';

/** A connection that breaks raises an event beside failing its query; unheard it would end the process. */
export function openPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection failed'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
