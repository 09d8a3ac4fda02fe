import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DataFolderError } from './embedded-postgres-error.ts';
import { lockFolder } from './folder-lock.ts';
import { makeTestFolder } from './testing/test-folder.ts';

/** Starts another process, which owns the folder when the promise resolves. */
async function spawnOwner(folder: string): Promise<{ pid: number; kill: () => Promise<unknown> }> {
  const module = JSON.stringify(new URL('folder-lock.ts', import.meta.url).href);
  const code = `const { lockFolder } = await import(${module}); await lockFolder(${JSON.stringify(folder)}); console.log('owner'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await Promise.race([once(child.stdout, 'data'), ended]);
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { pid: child.pid ?? Number.NaN, kill };
}

describe('lockFolder', () => {
  it('gives the lock to exactly one of many concurrent contenders', async () => {
    const folder = makeTestFolder();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(won).toHaveLength(1);
    expect(lost).toEqual(
      Array.from(
        { length: 19 },
        () => new DataFolderError(`The data folder ${folder} is in use by another Waymark (pid ${process.pid}).`),
      ),
    );
    won[0]?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('locks a folder again after a release', async () => {
    const folder = makeTestFolder();
    (await lockFolder(folder)).release();
    const again = await lockFolder(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    again.release();
  });

  it('names another owner by its pid, and replaces a killed owner', async () => {
    const folder = makeTestFolder();
    const owner = await spawnOwner(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`(pid ${owner.pid})`);
    await owner.kill();
    const lock = await lockFolder(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    lock.release();
  });

  it('gives the lock to exactly one of many contenders after an owner was killed', async () => {
    const folder = makeTestFolder();
    const owner = await spawnOwner(folder);
    await owner.kill();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    won[0]?.release();
  });

  it('works in a folder whose path is longer than a socket address', async () => {
    const folder = path.join(makeTestFolder(), 'deep'.repeat(30));
    mkdirSync(folder);
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(DataFolderError);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves other files alone', async () => {
    const folder = makeTestFolder();
    writeFileSync(path.join(folder, 'waymark.json'), '{}');
    (await lockFolder(folder)).release();
    expect(readdirSync(folder)).toEqual(['waymark.json']);
  });
});
