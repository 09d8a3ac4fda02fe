import type { TestProject } from 'vitest/node';
import pg from 'pg';
import { startDebianPostgres } from './debian-postgres.ts';
import { makeTemplates } from './template-database.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

/** Runs the server's tests on Debian's PostgreSQL; durability is off, because test data may be lost. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const settings = ['fsync=off', 'synchronous_commit=off', 'max_connections=300'];
  const postgres = await startDebianPostgres(settings, makeDatabaseFolder);
  const ordinary = { ...postgres.connection, user: 'waymark_server' };
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create role ${ordinary.user} login password ${pg.escapeLiteral(ordinary.password)}`);
  await admin.end();
  await makeTemplates(postgres.connection, ordinary);
  project.provide('superuser', postgres.connection);
  project.provide('postgres', ordinary);
  return () => postgres.stop();
}
