import type { TestProject } from 'vitest/node';
import { startDebianPostgres } from './debian-postgres.ts';
import { makeTemplate } from './template-database.ts';

/** The server's tests on Debian's PostgreSQL; what is lost when the machine stops does not matter here. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startDebianPostgres(['fsync=off', 'synchronous_commit=off', 'max_connections=300']);
  await makeTemplate(postgres.connection);
  project.provide('postgres', postgres.connection);
  return () => postgres.stop();
}
