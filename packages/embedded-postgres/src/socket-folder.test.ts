import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findDatabaseUser } from './database-user.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { makeTestFolder } from './testing/test-folder.ts';

const user = findDatabaseUser(null);

/** The path depends on the home alone, so the second call returns the folder of the first. */
function findNamedFolder(home: string): string {
  const folder = makeSocketFolder(home, user);
  removeSocketFolder(folder);
  return folder;
}

function make(home: string): string {
  const folder = makeSocketFolder(home, user);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('makeSocketFolder', () => {
  it('returns a private folder with a short path, the same for the same home', () => {
    const home = `/srv/${'long'.repeat(40)}`;
    const folder = make(home);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(`${folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103);
    removeSocketFolder(folder);
    expect(existsSync(folder)).toBe(false);
    expect(make(home)).toBe(folder);
  });

  it('replaces the folder of a killed PostgreSQL', () => {
    const home = makeTestFolder();
    const folder = make(home);
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) writeFileSync(path.join(folder, name), '');
    expect(make(home)).toBe(folder);
    expect(existsSync(path.join(folder, '.s.PGSQL.5432.lock'))).toBe(false);
  });

  it.each([
    ['a file', (place: string) => writeFileSync(place, '')],
    ['a link', (place: string) => symlinkSync(makeTestFolder(), place)],
    ['a folder with other files', (place: string) => mkdirSync(path.join(place, 'other'), { recursive: true })],
  ])('avoids %s that another user made in its place', (_case, putInTheWay) => {
    const home = makeTestFolder();
    const place = findNamedFolder(home);
    putInTheWay(place);
    onTestFinished(() => rmSync(place, { recursive: true }));
    expect(make(home)).not.toBe(place);
    expect(existsSync(place)).toBe(true);
  });
});
