import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdentity, readIdentity, writeIdentity } from './data-folder.ts';
import { DataFolderError, startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  expectKeptRow,
  isRoot,
  listTree,
  makeTestFolder,
  startForTest,
  prepareDataFolder,
} from './testing/test-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const findDataFolder = prepareDataFolder();

async function explainRefusal(dataDir: string): Promise<string> {
  const outcome: unknown = await startEmbeddedPostgres({ dataDir }).then(
    (database) => database.stop(),
    (error: unknown) => error,
  );
  if (!(outcome instanceof DataFolderError)) throw new Error(`not refused: ${String(outcome)}`);
  return outcome.message;
}

/** Makes the parts of a data folder that are checked before PostgreSQL starts. */
function makeHollowDataFolder(): string {
  const dataDir = makeTestFolder();
  mkdirSync(path.join(dataDir, 'postgres/global'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '18\n');
  writeFileSync(path.join(dataDir, 'postgres/global/pg_control'), Buffer.alloc(8192));
  writeIdentity(dataDir, { ...createIdentity(18), cluster: 'postgres' });
  return dataDir;
}

function changeIdentity(dataDir: string, change: Record<string, unknown>): void {
  const file = path.join(dataDir, 'waymark.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
}

describe('a folder that is not ours', () => {
  it('is refused in one line and is not changed', async () => {
    const dataDir = makeTestFolder();
    writeFileSync(path.join(dataDir, 'thesis.txt'), 'all of it');
    const before = listTree(dataDir);
    expect(await explainRefusal(dataDir)).toBe(
      `The folder ${dataDir} is not empty and is not a data folder of Waymark: choose another one with WAYMARK_DATA_DIR.`,
    );
    expect(listTree(dataDir)).toEqual(before);
  });

  it('is refused when it is a file or lies below one', async () => {
    const file = path.join(makeTestFolder(), 'file');
    writeFileSync(file, '');
    expect(await explainRefusal(file)).toContain('a file is in the way');
    expect(await explainRefusal(path.join(file, 'data'))).toContain('a file is in the way');
  });

  it.skipIf(isRoot)('is refused when it cannot be written', async () => {
    const dataDir = path.join(makeTestFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o500 });
    expect(await explainRefusal(dataDir)).toContain('cannot be written: no permission');
  });

  it('does not include one with only lost+found or locks', () => {
    const dataDir = makeTestFolder();
    for (const name of ['lost+found', '.waymark-lock-0123456789ab']) mkdirSync(path.join(dataDir, name));
    expect(readIdentity(dataDir)).toBeNull();
  });
});

describe('a damaged data folder', () => {
  const damages: [string, (dataDir: string) => void, string][] = [
    ['identity is not JSON', (dataDir) => writeFileSync(path.join(dataDir, 'waymark.json'), '{"prod'), 'it is damaged'],
    ['identity is of another product', (dataDir) => changeIdentity(dataDir, { product: 'other' }), 'it is damaged'],
    [
      'identity is of a newer format',
      (dataDir) => changeIdentity(dataDir, { format: 2 }),
      'was written by a newer Waymark',
    ],
    [
      'identity names another PostgreSQL',
      (dataDir) => changeIdentity(dataDir, { postgres: 17 }),
      'are of PostgreSQL 17',
    ],
    [
      'files are of another PostgreSQL',
      (dataDir) => writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '15\n'),
      'are of PostgreSQL 15 and this Waymark brings PostgreSQL 18',
    ],
    [
      'PG_VERSION is not a version',
      (dataDir) => writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '\0\0'),
      'PG_VERSION is not a version',
    ],
    ['PG_VERSION is missing', (dataDir) => rmSync(path.join(dataDir, 'postgres/PG_VERSION')), 'PG_VERSION is missing'],
    [
      'pg_control is missing',
      (dataDir) => rmSync(path.join(dataDir, 'postgres/global/pg_control')),
      'global/pg_control is missing',
    ],
    [
      'pg_control is cut',
      (dataDir) => truncateSync(path.join(dataDir, 'postgres/global/pg_control'), 100),
      'wrong size',
    ],
    [
      'database files are gone',
      (dataDir) => rmSync(path.join(dataDir, 'postgres'), { recursive: true }),
      'are missing',
    ],
  ];
  it.each(damages)('%s: refused in one line, the folder is not changed', async (_case, damage, reason) => {
    const dataDir = makeHollowDataFolder();
    damage(dataDir);
    const before = listTree(dataDir);
    const message = await explainRefusal(dataDir);
    expect(message).toContain(reason);
    expect(message).toContain(dataDir);
    expect(message).not.toContain('\n');
    expect(listTree(dataDir)).toEqual(before);
  });

  it.skipIf(isRoot)('unreadable files of another user are not reported as missing', async () => {
    const dataDir = makeHollowDataFolder();
    chmodSync(path.join(dataDir, 'postgres'), 0);
    onTestFinished(() => chmodSync(path.join(dataDir, 'postgres'), 0o700));
    expect(await explainRefusal(dataDir)).toContain('cannot be read: no permission. Do they belong to another user?');
  });

  it('damage that only PostgreSQL finds is reported in its words, and the folder is unlocked', async () => {
    const dataDir = findDataFolder();
    const control = path.join(dataDir, 'postgres/global/pg_control');
    const whole = readFileSync(control);
    writeFileSync(control, Buffer.alloc(whole.length, 1));
    expect(await explainRefusal(dataDir)).toMatch(/^PostgreSQL does not start on .*\/postgres: .+$/);
    writeFileSync(control, whole);
    await expectKeptRow(await startForTest(dataDir));
  });
});
