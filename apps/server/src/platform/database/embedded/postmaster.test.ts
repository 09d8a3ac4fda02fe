import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts';
import { makeTestFolder } from './test-folder.ts';

function makeCluster(pidFile: string): string {
  const cluster = path.join(makeTestFolder(), 'postgres');
  mkdirSync(cluster);
  writeFileSync(path.join(cluster, 'postmaster.pid'), pidFile);
  return cluster;
}

describe('readPostmaster', () => {
  it.each([
    ['42\n/data\n1\n5432\n/tmp/s\n\n  1 2\nready   \n', { pid: 42, isReady: true, socketFolder: '/tmp/s' }],
    ['42\n/data\n1\n5432\n/tmp/s\n\n  1 2\nstarting\n', { pid: 42, isReady: false, socketFolder: '/tmp/s' }],
    ['42\n/data\n', { pid: 42, isReady: false, socketFolder: '' }],
  ])('of %j is %o', (text, postmaster) => {
    expect(readPostmaster(makeCluster(text))).toEqual(postmaster);
  });

  it('is null without the file', () => {
    expect(readPostmaster(makeTestFolder())).toBeNull();
  });
});

describe('stopPostmaster', () => {
  it.each([
    ['of a living process that is not PostgreSQL', String(process.pid)],
    ['of a process that is gone', '4194300'],
    ['of the first process', '1'],
    ['of a process group', '-1'],
    ['that was cut off', ''],
    ['that is no number', 'x'],
  ])('only removes a pid file %s', async (_case, pid) => {
    const cluster = makeCluster(`${pid}\n`);
    expect(await stopPostmaster(cluster)).toBe('none');
    expect(readPostmaster(cluster)).toBeNull();
  });
});

describe('isPostmaster', () => {
  it('does not take this process for PostgreSQL', () => {
    expect(isPostmaster(process.pid, '/data')).toBe(false);
  });
});
