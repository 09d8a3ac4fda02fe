import path from 'node:path';
import pg from 'pg';
import { findRunningPostgres, startEmbeddedPostgres } from '@waymark/embedded-postgres';
import { chooseDataDir, type Config } from '../config.ts';
import type { Connection } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPool } from '../platform/database/pool.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

/** A failure that the operator can fix; the message tells them how. */
export class AdminError extends Error {}

export interface OpenDatabase {
  readonly connection: Connection;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Opens the database of these settings: the running one, otherwise the embedded one is started for the command. */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabase> {
  const dataDir = chooseDataDir(config);
  if (config.databaseUrl !== undefined)
    return { connection: { connectionString: config.databaseUrl }, dataDir, close: async () => undefined };
  const running = findRunningPostgres(dataDir);
  if (running) {
    await refuseOlderServer(running);
    return { connection: running, dataDir, close: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres({ dataDir });
  return { connection: embedded.connection, dataDir, close: () => embedded.stop() };
}

const UNKNOWN_ROLE = '28000';

/** A server of an earlier version has not created the role that this version connects with. */
async function refuseOlderServer(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'waymark admin' });
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === UNKNOWN_ROLE)) throw error;
    throw new AdminError(
      'A server of an older Waymark works on this data folder: stop it first, or use the admin command of that version.',
    );
  } finally {
    await client.end();
  }
}

/** A running server would write into the data that is being replaced, or continue with stale state. */
export async function refuseWhileServed(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'waymark admin' });
  await client.connect();
  try {
    const { rows } = await client.query<{ servers: number }>(
      `select count(*)::int as servers from pg_stat_activity where datname = current_database() and application_name = 'waymark notices'`,
    );
    if ((rows[0]?.servers ?? 0) > 0) throw new AdminError('A Waymark server works on this database: stop it first.');
  } finally {
    await client.end();
  }
}

/** Migrates the schema; returns the names of the applied migrations. */
export async function bringUpToDate(connection: Connection, log: Log): Promise<string[]> {
  const pool = openPool({ ...connection, max: 1, application_name: 'waymark admin' }, log);
  try {
    const applied = await migrate(pool, MIGRATIONS);
    await migrateJobs(pool, log);
    return applied;
  } finally {
    await pool.end();
  }
}
