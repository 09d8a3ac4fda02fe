import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { NO_LIMIT, withQueryLimit } from './query-limit.ts';

const LOCK = 7_290_301; // any constant of our own: one node migrates, the others wait

/** This version cannot use the stored schema; the message is for the operator. */
export class SchemaError extends Error {}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const ours = known.get(name);
    if (ours === undefined) throw new SchemaError(`The database was made by a newer Waymark (it holds ${name}).`);
    if (ours !== checksum) throw new SchemaError(`The database holds another ${name} than this Waymark.`);
  }
}

/** Migrates the schema, each file in its own transaction; returns the names of the applied files. */
export function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  return withQueryLimit(NO_LIMIT, () => migrateWithin(pool, folder));
}

async function migrateWithin(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const rows = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.rows.map((row) => [row.name, row.checksum]));
    checkHistory(migrations, applied);
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}
