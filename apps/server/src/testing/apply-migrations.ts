import path from 'node:path';
import type pg from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { openTestPool } from './test-pool.ts';

/** Migrates the schema of the server and of its job queue. Returns the applied migrations. */
export async function applyMigrations(connection: pg.PoolConfig): Promise<string[]> {
  const pool = openTestPool({ ...connection, max: 1 });
  try {
    const applied = await migrate(pool, path.join(import.meta.dirname, '../migrations'));
    await migrateJobs(pool, createLog('silent'));
    return applied;
  } finally {
    await pool.end();
  }
}
