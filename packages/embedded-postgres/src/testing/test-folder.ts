// Makes folders for tests with an embedded PostgreSQL and removes them when the test ends.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';

export const isRoot = process.getuid?.() === 0;
export const testSettings = { fsync: 'off' };

/** Makes a folder that other users can enter, because root's database user must pass through it. */
export function makeOpenFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wm-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function makeTestFolder(): string {
  const folder = makeOpenFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Makes one data folder with a kept row for all tests of a file, which leave it stopped and intact. */
export function prepareDataFolder(): () => string {
  let base = '';
  beforeAll(async () => {
    base = makeOpenFolder();
    const database = await startEmbeddedPostgres({ dataDir: path.join(base, 'data'), settings: testSettings });
    await keepRow(database);
    await database.stop();
  });
  afterAll(() => removeFolder(base));
  return () => path.join(base, 'data');
}

export async function startForTest(
  dataDir: string,
  options: { log?: (line: string) => void; systemDir?: string } = {},
): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, settings: testSettings, ...options });
  onTestFinished(() => database.stop());
  return database;
}

export async function queryRows(database: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function keepRow(database: EmbeddedPostgres): Promise<void> {
  await queryRows(database, "create table kept (word text); insert into kept values ('still here')");
}

export async function expectKeptRow(database: EmbeddedPostgres): Promise<void> {
  expect(await queryRows(database, 'select word from kept')).toEqual([{ word: 'still here' }]);
}

/** Lists every file with its size and time of change, to compare before and after. */
export function listTree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, stat: statSync(path.join(folder, name)) }))
    .map(({ name, stat }) => (stat.isDirectory() ? name : `${name} ${stat.size} ${stat.mtimeMs}`))
    .toSorted();
}
