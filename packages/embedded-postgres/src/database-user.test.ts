import { chownSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canEnter, chooseDatabaseUser, findDatabaseUser } from './database-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isRoot, makeTestFolder } from './testing/test-folder.ts';

const root = 'root:x:0:0:root:/root:/bin/bash';
const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const postgres = 'postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash';

describe('chooseDatabaseUser', () => {
  it.each([
    ['postgres before nobody', [root, nobody, postgres], { uid: 101, gid: 104, name: 'postgres' }],
    ['nobody without a postgres', [root, nobody], { uid: 65534, gid: 65533, name: 'nobody' }],
    [
      'nobody instead of a user with root rights',
      [root, 'postgres:x:0:0::/:/bin/sh', nobody],
      { uid: 65534, gid: 65533, name: 'nobody' },
    ],
    [
      'nobody instead of a user with an invalid id',
      [root, 'postgres:x:-2:-2::/:/bin/sh', nobody],
      { uid: 65534, gid: 65533, name: 'nobody' },
    ],
  ])('chooses %s', (_case, lines, user) => {
    expect(chooseDatabaseUser(lines.join('\n'))).toEqual(user);
  });

  it('throws an error with a remedy if no candidate exists', () => {
    expect(() => chooseDatabaseUser(root)).toThrow(EmbeddedPostgresError);
    expect(() => chooseDatabaseUser(root)).toThrow('WAYMARK_DATABASE_URL');
  });
});

describe('findDatabaseUser', () => {
  it.skipIf(isRoot)('returns null for an ordinary user', () => {
    expect(findDatabaseUser(null)).toBeNull();
  });

  it.runIf(isRoot)('returns the owner of existing database files', () => {
    const folder = makeTestFolder();
    chownSync(folder, 12345, 12346);
    expect(findDatabaseUser(folder)).toMatchObject({ uid: 12345, gid: 12346 });
  });

  it.runIf(isRoot)('never returns root, even as the owner of the files', () => {
    expect(findDatabaseUser(makeTestFolder())?.uid).toBeGreaterThan(0);
  });
});

describe('canEnter', () => {
  it('accepts an open folder and refuses a missing one', () => {
    const folder = makeTestFolder();
    expect(canEnter(folder, findDatabaseUser(null))).toBe(true);
    expect(canEnter(`${folder}/none`, findDatabaseUser(null))).toBe(false);
  });
});
