import pg from 'pg';

/**
 * Opens a pool for a test. `end()` resolves before the connections are closed; when the test then drops its database,
 * the broken connections emit errors that would fail the run.
 */
export function openTestPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
