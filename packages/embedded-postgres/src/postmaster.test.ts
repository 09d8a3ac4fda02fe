import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts';
import { makeTestFolder } from './testing/test-folder.ts';

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
  ])('reads %j as %o', (text, postmaster) => {
    expect(readPostmaster(makeCluster(text))).toEqual(postmaster);
  });

  it('returns null without the file', () => {
    expect(readPostmaster(makeTestFolder())).toBeNull();
  });
});

describe('stopPostmaster', () => {
  it.each([
    ['of a running process that is not PostgreSQL', String(process.pid)],
    ['of a process that is gone', '4194300'],
    ['of the first process', '1'],
    ['of a process group', '-1'],
    ['without a number', ''],
    ['with a word', 'x'],
  ])('only removes a pid file %s', async (_case, pid) => {
    const cluster = makeCluster(`${pid}\n`);
    expect(await stopPostmaster(cluster)).toBe('none');
    expect(readPostmaster(cluster)).toBeNull();
  });
});

describe('isPostmaster', () => {
  it('returns false for a process that is no PostgreSQL', () => {
    expect(isPostmaster(process.pid, '/data')).toBe(false);
  });
});
