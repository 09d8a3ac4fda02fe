import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { DEMO_TEMPLATE, TEMPLATE } from './template-database.ts';
import { openTestPool } from './test-pool.ts';

export interface TestDatabase {
  readonly connection: pg.PoolConfig;
  drop(): Promise<void>;
}

let superuser: pg.Pool | undefined;

/** Tests of one process share the connection: PostgreSQL takes tens of milliseconds for a new one. */
async function administer(sql: string): Promise<void> {
  superuser ??= openTestPool({ ...inject('superuser'), database: 'postgres', max: 1, allowExitOnIdle: true });
  await superuser.query(sql);
}

/** Creates a database without a schema, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

/** Creates a separate database for a test file, cloned from the migrated template. */
export function createTestDatabase({ isDemo = false } = {}): Promise<TestDatabase> {
  return createDatabase(isDemo ? DEMO_TEMPLATE : TEMPLATE);
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const role = inject('postgres');
  await administer(`create database ${name} template ${template} strategy file_copy owner ${role.user}`);
  return {
    connection: { ...role, database: name },
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}
