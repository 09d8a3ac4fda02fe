// PostgreSQL refuses to run as root: a root server runs it under an unprivileged user.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

const candidates = ['postgres', '_postgres', 'nobody'];

/** Takes the first candidate of an /etc/passwd; initdb fails under a user that is not listed there. */
export function chooseDatabaseUser(passwd: string): DatabaseUser {
  const rows = passwd.split('\n').map((line) => line.split(':'));
  for (const name of candidates) {
    const [, , uid = '', gid = ''] = rows.find((row) => row[0] === name) ?? [];
    if (/^[1-9]\d*$/.test(uid) && /^\d+$/.test(gid)) return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new EmbeddedPostgresError(
    'The embedded PostgreSQL cannot run as root and there is no user "postgres" or "nobody": start Waymark as an ordinary user or set WAYMARK_DATABASE_URL.',
  );
}

/** Returns null for an ordinary user, whose PostgreSQL runs as the same user. An existing database keeps its owner. */
export function findDatabaseUser(existingCluster: string | null): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = existingCluster === null ? undefined : statSync(existingCluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
  return chooseDatabaseUser(readFileSync('/etc/passwd', 'utf8'));
}

/** Spawn options that hide the environment of this process (PGDATA, PGPORT, locales …) from PostgreSQL. */
export function runAs(user: DatabaseUser | null): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const ids = user === null ? {} : { uid: user.uid, gid: user.gid };
  return { ...ids, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}

/** Lets the system check, because modes, groups and access lists of every parent folder count. */
export function canEnter(folder: string, user: DatabaseUser | null): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], runAs(user)).status === 0;
}
