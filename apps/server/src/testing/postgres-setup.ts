import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, superuserRole } from '@waymark/embedded-postgres';
import { makeTemplates } from './template-database.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

interface ProvidedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Creates and drops databases. */
    superuser: ProvidedConnection;
    /** The role of the servers under test. */
    postgres: ProvidedConnection;
  }
}

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/** Starts one embedded PostgreSQL for all server tests of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeDatabaseFolder('test');
  const dataDir = path.join(folder, 'data');
  const postgres = await startEmbeddedPostgres({ dataDir, settings: FAST });
  const { host, port, user } = postgres.connection;
  const superuser = { host, port, user: superuserRole };
  await makeTemplates(superuser, { host, port, user });
  project.provide('superuser', superuser);
  project.provide('postgres', { host, port, user });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
