import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { createEmptyDatabase } from './test-database.ts';
import { openTestPool } from './test-pool.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

export interface OlderDatabase {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Applies the other migrations, or those below this number; returns their names. */
  update(below?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Creates a database with the schema of an older server: the migrations below this number, such as "0028". */
export async function openOlderDatabase(below: string): Promise<OlderDatabase> {
  const database = await createEmptyDatabase();
  const pool = openTestPool({ ...database.connection, max: 1 });
  const update = async (end: string) => {
    const folder = await makeTemporaryFolder('migrations');
    const earlier = (await readdir(MIGRATIONS)).filter((name) => name < end);
    for (const name of earlier) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    const applied = await migrate(pool, folder);
    await rm(folder, { recursive: true });
    return applied;
  };
  await update(below);
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    update: (end = 'all') => update(end),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
