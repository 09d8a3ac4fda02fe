// Data folders as versions before the role of the server left them.
import path from 'node:path';
import pg from 'pg';
import { migrateJobs } from '../../../jobs/jobs.ts';
import { createLog } from '../../../log.ts';
import { migrate } from '../../migrate.ts';
import type { EmbeddedPostgres } from '../embedded-postgres.ts';
import { serverRole, superuserRole } from '../server-role.ts';

export const asSuperuser = (database: EmbeddedPostgres): EmbeddedPostgres => ({
  ...database,
  connection: { ...database.connection, user: superuserRole },
});

export async function applyMigrations(connection: pg.PoolConfig): Promise<string[]> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  try {
    const applied = await migrate(pool, path.join(import.meta.dirname, '../../../../migrations'));
    await migrateJobs(connection, createLog('silent'));
    return applied;
  } finally {
    await pool.end();
  }
}

/** Replaces the database by one whose objects the superuser has made, and drops the role of the server. */
export async function returnToSuperuser(database: EmbeddedPostgres): Promise<void> {
  const { connection } = asSuperuser(database);
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  for (const statement of ['drop database waymark', `drop role ${serverRole}`, 'create database waymark'])
    await client.query(statement);
  await client.end();
  await applyMigrations(connection);
}
