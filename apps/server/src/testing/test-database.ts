import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { DEMO_TEMPLATE, TEMPLATE } from './template-database.ts';

export interface TestDatabase {
  readonly connection: pg.PoolConfig;
  drop(): Promise<void>;
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ ...inject('superuser'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
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
