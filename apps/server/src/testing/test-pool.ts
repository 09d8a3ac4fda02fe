import pg from 'pg';

/**
 * A pool for a test. `end()` resolves before the connections are closed; when the test then drops its database, the broken
 * connections raise errors that would fail the run.
 */
export function openTestPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
