import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresPackage, findPackage, linkLibraries, provideBinaries } from './binaries.ts';
import { findDatabaseUser } from './database-user.ts';
import { isRoot, makeTestFolder } from './testing/test-folder.ts';

const links = ['libone.so', 'libone.so.6'];

/** Makes a small package without the links of its install script; its program needs one of them, like the real one. */
function makePackage(): PostgresPackage {
  const native = path.join(makeTestFolder(), 'native');
  for (const folder of ['bin', 'lib']) mkdirSync(path.join(native, folder), { recursive: true });
  writeFileSync(path.join(native, 'bin/postgres'), '#!/bin/sh\ncat "${0%/*}/../lib/libone.so.6"\n', { mode: 0o755 });
  writeFileSync(path.join(native, 'lib/libone.so.6.18'), 'one');
  const list = links.map((name) => ({ source: 'native/lib/libone.so.6.18', target: `native/lib/${name}` }));
  writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(list));
  return { native, version: '18.4.0', major: 18 };
}

function readLinks(native: string): string[] {
  return links.map((name) => readlinkSync(path.join(native, 'lib', name)));
}

describe('findPackage', () => {
  it('finds the PostgreSQL of this platform', () => {
    expect(findPackage()).toMatchObject({ major: 18 });
    expect(readdirSync(path.join(findPackage().native, 'bin'))).toContain('initdb');
  });
});

describe('linkLibraries', () => {
  it('makes each missing link once', () => {
    const { native } = makePackage();
    expect(linkLibraries(native)).toBe(true);
    rmSync(path.join(native, 'lib/libone.so'));
    expect(linkLibraries(native)).toBe(true);
    expect(readLinks(native)).toEqual(['libone.so.6.18', 'libone.so.6.18']);
  });

  it('works in two concurrent processes', async () => {
    const { native } = makePackage();
    const module = JSON.stringify(new URL('binaries.ts', import.meta.url).href);
    const code = `const { linkLibraries } = await import(${module}); process.exit(linkLibraries(${JSON.stringify(native)}) ? 0 : 1);`;
    const exits = [1, 2].map(() => once(spawn(process.execPath, ['--input-type=module', '-e', code]), 'exit'));
    expect(await Promise.all(exits)).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(readLinks(native)).toHaveLength(2);
  });
});

describe('provideBinaries', () => {
  it("returns the package's own programs if the user can run them", () => {
    const source = makePackage();
    const logged: string[] = [];
    expect(provideBinaries(source, null, makeTestFolder(), (line) => logged.push(line))).toBe(
      path.join(source.native, 'bin'),
    );
    expect(logged).toEqual([]);
  });

  it.skipIf(isRoot)('copies programs with missing links from a read-only folder', () => {
    const source = makePackage();
    const libraries = path.join(source.native, 'lib');
    chmodSync(libraries, 0o555);
    onTestFinished(() => chmodSync(libraries, 0o755));
    expectOneWorkingCopy(source);
  });

  it.runIf(isRoot)('copies programs that the database user cannot reach', () => {
    const source = makePackage();
    for (const folder of ['..', 'bin', 'lib']) chmodSync(path.join(source.native, folder), 0o700);
    expectOneWorkingCopy(source);
  });

  it('reports the reason if the programs do not run', () => {
    const source = makePackage();
    writeFileSync(
      path.join(source.native, 'bin/postgres'),
      '#!/bin/sh\necho "libc is too old" >&2; echo more >&2; exit 1\n',
    );
    const provide = () => provideBinaries(source, null, makeTestFolder(), () => undefined);
    expect(provide).toThrow('The embedded PostgreSQL does not run here: libc is too old. Set WAYMARK_DATABASE_URL.');
  });
});

function expectOneWorkingCopy(source: PostgresPackage): void {
  const copyRoot = makeTestFolder();
  const logged: string[] = [];
  const provide = () => provideBinaries(source, findDatabaseUser(null), copyRoot, (line) => logged.push(line));
  const copy = path.join(copyRoot, 'postgres-18.4.0');
  expect([provide(), provide()]).toEqual([path.join(copy, 'bin'), path.join(copy, 'bin')]);
  expect(logged).toEqual([`Copied PostgreSQL to ${copy}.`]);
  expect(readdirSync(copyRoot)).toEqual(['postgres-18.4.0']);
  expect(readLinks(copy)).toEqual(['libone.so.6.18', 'libone.so.6.18']);
}
