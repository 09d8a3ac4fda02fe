import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isPostmaster, readPostmaster } from './postmaster.ts';
import { expectKeptRow, makeTestFolder, startForTest, testSettings, prepareDataFolder } from './testing/test-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const findDataFolder = prepareDataFolder();

interface Owner {
  readonly pid: number;
  readonly isStarted: Promise<unknown>;
  readonly isEnded: Promise<unknown>;
}

/** Starts a Node process that starts the database and never stops it. */
function spawnOwner(dataDir: string): Owner {
  const module = JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href);
  const options = JSON.stringify({ dataDir, settings: testSettings });
  const code = `const { startEmbeddedPostgres } = await import(${module}); await startEmbeddedPostgres(${options}); console.log('started');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { pid: child.pid ?? Number.NaN, isStarted: once(child.stdout, 'data'), isEnded: once(child, 'exit') };
}

async function killOwner(owner: Owner): Promise<void> {
  process.kill(owner.pid, 'SIGKILL');
  await owner.isEnded;
}

function findRunning(cluster: string): number {
  const pid = readPostmaster(cluster)?.pid ?? Number.NaN;
  expect(isPostmaster(pid, cluster)).toBe(true);
  return pid;
}

function listProcesses(): { pid: number; parent: number }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
}

describe('when the owner is killed by SIGKILL', () => {
  it('PostgreSQL stops with it and the next start finds the data', async () => {
    const dataDir = findDataFolder();
    const cluster = path.join(dataDir, 'postgres');
    const owner = spawnOwner(dataDir);
    await owner.isStarted;
    const pid = findRunning(cluster);
    await killOwner(owner);
    await vi.waitUntil(() => !isPostmaster(pid, cluster), { timeout: 30_000 });
    await expectKeptRow(await startForTest(dataDir));
  });

  it('a start works at once, before PostgreSQL has ended', async () => {
    const dataDir = findDataFolder();
    const owner = spawnOwner(dataDir);
    await owner.isStarted;
    await killOwner(owner);
    await expectKeptRow(await startForTest(dataDir));
  });

  it('the next start stops a PostgreSQL whose guard was killed too', async () => {
    const dataDir = findDataFolder();
    const cluster = path.join(dataDir, 'postgres');
    const owner = spawnOwner(dataDir);
    await owner.isStarted;
    const pid = findRunning(cluster);
    const processes = listProcesses();
    const guard = processes.find((one) => one.pid === pid)?.parent;
    const watcher = processes.find((one) => one.parent === guard && one.pid !== pid)?.pid;
    for (const victim of [watcher, guard]) process.kill(victim ?? Number.NaN, 'SIGKILL');
    await killOwner(owner);
    expect(findRunning(cluster)).toBe(pid);

    const logged: string[] = [];
    const database = await startForTest(dataDir, { log: (line) => logged.push(line) });
    expect(logged).toEqual([`Stopped a PostgreSQL on ${dataDir} whose Waymark had ended.`]);
    expect(isPostmaster(pid, cluster)).toBe(false);
    await expectKeptRow(database);
  });

  it('the next start repeats an interrupted first start', async () => {
    const dataDir = path.join(makeTestFolder(), 'data');
    const owner = spawnOwner(dataDir);
    await vi.waitUntil(() => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('init-')), {
      timeout: 30_000,
      interval: 1,
    });
    await killOwner(owner);
    const database = await startForTest(dataDir);
    expect(database.firstStart).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('init-'))).toEqual([]);
  });
});
