// PostgreSQL's socket stands in a folder only its user can enter: whoever can connect is let in without a password.
import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { type DatabaseUser, canEnter } from './database-user.ts';
import { EmbeddedPostgresError, readErrorCode } from './embedded-postgres-error.ts';
import { findSocketRoots } from './socket-path.ts';

export const socketPort = 5432;
const socketFiles = [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`];

/** To be called by the owner of `home` only: what a killed one left under the same name is replaced. */
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

/** Removes the files by name and never follows a link: the folder was another user's to write. */
export function removeSocketFolder(folder: string): void {
  for (const name of socketFiles) rmSync(path.join(folder, name), { force: true });
  rmdirSync(folder);
}

/** false: somebody else put something there before us. */
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
