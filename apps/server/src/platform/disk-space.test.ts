import { openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';
import { DiskSpace, findLogFolder } from './disk-space.ts';

const GIB = 1024 ** 3;

function watch(space: { freeBytes: number; sizeBytes: number }) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => lines.push(line) });
  const disk = new DiskSpace({ folders: { data: '/data' }, log, measure: async () => ({ ...space }) });
  return { disk, lines };
}

test('[W-088] DiskSpace logs once when free space becomes low and once when it recovers', async () => {
  const space = { freeBytes: 3 * GIB, sizeBytes: 500 * GIB };
  const { disk, lines } = watch(space);
  await disk.check();
  expect(lines).toEqual([]);
  space.freeBytes = GIB;
  await disk.check();
  await disk.check();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('almost full');
  space.freeBytes = 4 * GIB;
  await disk.check();
  expect(lines).toHaveLength(2);
});

test('[W-088] a small disk is low at a tenth of its size', async () => {
  const { disk, lines } = watch({ freeBytes: GIB / 5, sizeBytes: GIB });
  await disk.check();
  expect(lines).toEqual([]);
});

test('[W-088] DiskSpace measures existing folders only', async () => {
  const folder = await makeTemporaryFolder('disk');
  const log = pino({ level: 'silent' });
  const disk = new DiskSpace({ folders: { data: folder, log: path.join(folder, 'none') }, log });
  await disk.check();
  expect([...disk.found.keys()]).toEqual(['data']);
  expect(disk.found.get('data')?.sizeBytes).toBeGreaterThan(1_000_000);
  rmSync(folder, { recursive: true });
});

test.runIf(process.platform === 'linux')('[W-088] findLogFolder finds the folder of a log file', async () => {
  const folder = await makeTemporaryFolder('log');
  const fd = openSync(path.join(folder, 'server.log'), 'w');
  expect(findLogFolder(fd)).toBe(folder);
  rmSync(folder, { recursive: true });
});
