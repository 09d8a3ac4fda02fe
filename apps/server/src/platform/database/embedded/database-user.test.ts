import { chownSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canEnter, chooseDatabaseUser, findDatabaseUser } from './database-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isRoot, makeTestFolder } from './test-folder.ts';

const root = 'root:x:0:0:root:/root:/bin/bash';
const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const postgres = 'postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash';

describe('chooseDatabaseUser', () => {
  it.each([
    ['postgres before nobody', [root, nobody, postgres], { uid: 101, gid: 104, name: 'postgres' }],
    ['nobody without a postgres', [root, nobody], { uid: 65534, gid: 65533, name: 'nobody' }],
    [
      'never one with root rights',
      [root, 'postgres:x:0:0::/:/bin/sh', nobody],
      { uid: 65534, gid: 65533, name: 'nobody' },
    ],
    [
      'no number that is not one',
      [root, 'postgres:x:-2:-2::/:/bin/sh', nobody],
      { uid: 65534, gid: 65533, name: 'nobody' },
    ],
  ])('takes %s', (_case, lines, user) => {
    expect(chooseDatabaseUser(lines.join('\n'))).toEqual(user);
  });

  it('says what to do where there is neither', () => {
    expect(() => chooseDatabaseUser(root)).toThrow(EmbeddedPostgresError);
    expect(() => chooseDatabaseUser(root)).toThrow('WAYMARK_DATABASE_URL');
  });
});

describe('findDatabaseUser', () => {
  it.skipIf(isRoot)('is nobody else for an ordinary user', () => {
    expect(findDatabaseUser(null)).toBeNull();
  });

  it.runIf(isRoot)('is the owner of database files that exist', () => {
    const folder = makeTestFolder();
    chownSync(folder, 12345, 12346);
    expect(findDatabaseUser(folder)).toMatchObject({ uid: 12345, gid: 12346 });
  });

  it.runIf(isRoot)('is never root, whoever owns the files', () => {
    expect(findDatabaseUser(makeTestFolder())?.uid).toBeGreaterThan(0);
  });
});

describe('canEnter', () => {
  it('knows an open folder from one that is not there', () => {
    const folder = makeTestFolder();
    expect(canEnter(folder, findDatabaseUser(null))).toBe(true);
    expect(canEnter(`${folder}/none`, findDatabaseUser(null))).toBe(false);
  });
});
