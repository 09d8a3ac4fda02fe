import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdentity, readIdentity, writeIdentity } from './data-folder.ts';
import { findDatabaseUser } from './database-user.ts';
import { DataFolderError, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPostmaster } from './postmaster.ts';
import {
  expectKeptRow,
  isRoot,
  keepRow,
  makeOpenFolder,
  makeTestFolder,
  queryRows,
  startForTest,
  testSettings,
  prepareDataFolder,
} from './testing/test-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const findDataFolder = prepareDataFolder();

describe('start and stop', () => {
  it('a first start creates an empty database in UTF-8, sorted by code point', async () => {
    const database = await startForTest(path.join(makeTestFolder(), 'data'));
    expect(database.firstStart).toBe(true);
    expect(await queryRows(database, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await queryRows(database, "select lower('ÄB') as lower, 'b' < 'ä' as sorted")).toEqual([
      { lower: 'äb', sorted: true },
    ]);
  });

  it('a later start keeps the data, also below a path that is longer than a socket address', async () => {
    const dataDir = path.join(makeTestFolder(), "bob's ü".repeat(30));
    renameSync(findDataFolder(), dataDir);
    onTestFinished(() => renameSync(dataDir, findDataFolder()));
    const database = await startForTest(dataDir);
    expect(database.firstStart).toBe(false);
    await expectKeptRow(database);
  });

  it('stop can be repeated and leaves no socket, lock or process behind', async () => {
    const dataDir = findDataFolder();
    const database = await startForTest(dataDir);
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(existsSync(database.connection.host)).toBe(false);
    expect(readPostmaster(path.join(dataDir, 'postgres'))).toBeNull();
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'waymark.json']);
  });

  it('[W-089] restarts PostgreSQL with its data when it ends by itself', async () => {
    const dataDir = findDataFolder();
    const [exited, restarted] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const database = await startEmbeddedPostgres({
      dataDir,
      settings: testSettings,
      onExit: exited.resolve,
      onRestart: restarted.resolve,
    });
    onTestFinished(() => database.stop());
    const killed = readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? Number.NaN;
    process.kill(killed, 'SIGKILL');
    expect(await exited.promise).toBe('it was ended by signal 9');
    await restarted.promise;
    await expectKeptRow(database);
    expect(readPostmaster(path.join(dataDir, 'postgres'))?.pid).not.toBe(killed);
  });

  it('[W-089] stops during a restart', async () => {
    const dataDir = findDataFolder();
    const { promise, resolve } = Promise.withResolvers<string>();
    const database = await startEmbeddedPostgres({ dataDir, settings: testSettings, onExit: resolve });
    process.kill(readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? Number.NaN, 'SIGKILL');
    await promise;
    await database.stop();
    expect(readPostmaster(path.join(dataDir, 'postgres'))).toBeNull();
    await expectKeptRow(await startForTest(dataDir));
  });
});

describe('while it runs', () => {
  let dataDir = '';
  let database: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = path.join(makeOpenFolder(), 'data');
    database = await startEmbeddedPostgres({ dataDir, settings: { ...testSettings, max_connections: '33' } });
  });
  afterAll(async () => {
    await database.stop();
    rmSync(path.dirname(dataDir), { recursive: true });
  });

  it('given settings override the defaults', async () => {
    expect(await queryRows(database, 'show max_connections')).toEqual([{ max_connections: '33' }]);
    expect(await queryRows(database, 'show shared_buffers')).toEqual([{ shared_buffers: '32MB' }]);
  });

  it('only the database user can enter the folder of its socket, and it listens on no port', async () => {
    const folder = statSync(database.connection.host);
    expect(folder.mode & 0o777).toBe(0o700);
    expect(folder.uid).toBe(findDatabaseUser(null)?.uid ?? process.getuid?.());
    expect(await queryRows(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  it('a second start is refused and changes nothing', async () => {
    await expect(startForTest(dataDir)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another Waymark (pid ${process.pid}).`,
    );
    expect(await queryRows(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('two starts at once', () => {
  it('exactly one wins on a new folder', async () => {
    const dataDir = path.join(makeTestFolder(), 'data');
    const starts = await Promise.allSettled([startForTest(dataDir), startForTest(dataDir)]);
    const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as unknown] : []));
    expect(failures).toEqual([
      new DataFolderError(`The data folder ${dataDir} is in use by another Waymark (pid ${process.pid}).`),
    ]);
  });
});

describe('after a broken start', () => {
  it('removes the files of an interrupted initdb and creates the database', async () => {
    const dataDir = makeTestFolder();
    const identity = createIdentity(18);
    writeIdentity(dataDir, identity);
    mkdirSync(path.join(dataDir, 'init-0a1b2c3d/base'), { recursive: true });
    writeFileSync(path.join(dataDir, 'init-0a1b2c3d/PG_VERSION'), '18\n');
    const database = await startForTest(dataDir);
    expect(database.firstStart).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('init-'))).toEqual([]);
    expect(readIdentity(dataDir)).toEqual({ ...identity, cluster: 'postgres' });
  });

  it('uses complete database files that the identity does not name yet', async () => {
    const dataDir = findDataFolder();
    const identity = readIdentity(dataDir);
    writeIdentity(dataDir, { ...createIdentity(18), ...identity, cluster: null });
    await expectKeptRow(await startForTest(dataDir));
    expect(readIdentity(dataDir)).toEqual(identity);
  });

  it('starts with a postmaster.pid whose pid now belongs to another process', async () => {
    const dataDir = findDataFolder();
    writeFileSync(
      path.join(dataDir, 'postgres/postmaster.pid'),
      `${process.pid}\n${path.join(dataDir, 'postgres')}\n1750000000\n5432\n`,
    );
    await expectKeptRow(await startForTest(dataDir));
  });
});

describe.runIf(isRoot)('as root', () => {
  it('keeps the database files in the system folder when its database user cannot reach the data folder', async () => {
    const folder = makeTestFolder();
    const [dataDir, systemDir] = [path.join(folder, 'home/data'), path.join(folder, 'system')];
    mkdirSync(path.join(folder, 'home'), { mode: 0o700 });
    const logged: string[] = [];
    const database = await startForTest(dataDir, { systemDir, log: (line) => logged.push(line) });
    await keepRow(database);
    await database.stop();
    expect(logged.join()).toContain(`cannot reach ${dataDir}`);
    expect(readdirSync(dataDir)).toEqual(['waymark.json']);

    const again = await startForTest(dataDir, { systemDir });
    expect(again.firstStart).toBe(false);
    await expectKeptRow(again);
  });
});
