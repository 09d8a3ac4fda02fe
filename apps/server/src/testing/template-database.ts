import path from 'node:path';
import pg from 'pg';
import type { Connection } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { openTestPool } from './test-pool.ts';

export const TEMPLATE = 'waymark_template';

/**
 * Creates the migrated database that each test clones in a few milliseconds. The server's role owns all its objects.
 */
export async function makeTemplate(
  superuser: Connection,
  connection: Connection & { readonly user: string },
): Promise<void> {
  const admin = new pg.Client({ ...superuser, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.query(`create database ${TEMPLATE} owner ${connection.user}`);
  await admin.end();
  const pool = openTestPool({ ...connection, database: TEMPLATE, max: 1 });
  await migrate(pool, path.join(import.meta.dirname, '../migrations'));
  await pool.end();
  await migrateJobs({ ...connection, database: TEMPLATE }, createLog('warn'));
}
