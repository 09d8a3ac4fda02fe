import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './template-database.ts';

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

/** A database of its own for a test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const role = inject('postgres');
  await administer(`create database ${name} template ${TEMPLATE} strategy file_copy owner ${role.user}`);
  return {
    connection: { ...role, database: name },
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}
