// The socket of PostgreSQL is in a folder that only its user can enter, because a connection needs no password.
import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { type DatabaseUser, canEnter } from './database-user.ts';
import { EmbeddedPostgresError, readErrorCode } from './embedded-postgres-error.ts';
import { findSocketRoots } from './socket-path.ts';

export const socketPort = 5432;
const socketFiles = [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`];

/** Called by the owner of `home` only: it replaces the folder of a killed process. */
export function makeSocketFolder(home: string, user: DatabaseUser | null): string {
  const root = findSocketRoots().find((folder) => canEnter(folder, user));
  if (root === undefined)
    throw new EmbeddedPostgresError('There is no temporary folder that the database user can enter.');
  const uid = process.getuid?.() ?? 0;
  const key = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const named = path.join(root, `wm-${uid}-${key}`);
  const folder = isFree(named, [uid, user?.uid ?? uid]) ? named : mkdtempSync(`${named}-`);
  if (folder === named) mkdirSync(folder, { mode: 0o700 });
  if (user !== null) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Removes the files by name and never follows a link, because another user could write into the folder. */
export function removeSocketFolder(folder: string): void {
  for (const name of socketFiles) rmSync(path.join(folder, name), { force: true });
  rmdirSync(folder);
}

/** Returns false if another user has a file of that name. */
function isFree(folder: string, ourUids: number[]): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isDirectory() || !ourUids.includes(found.uid)) return false;
  try {
    removeSocketFolder(folder);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'ENOTEMPTY') return false;
    throw error;
  }
}
