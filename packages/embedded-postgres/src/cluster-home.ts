// Locates the database files: in the data folder, or, where root's database user cannot reach that
// (it lies below a private home), beside the binaries in a system folder, under the data folder's own id.
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DataIdentity } from './data-folder.ts';
import { type DatabaseUser, canEnter } from './database-user.ts';
import { DataFolderError, describeReason } from './embedded-postgres-error.ts';

export const defaultSystemDir = '/var/lib/waymark';

export interface HomePlan {
  readonly dataDir: string;
  readonly identity: DataIdentity;
  readonly user: DatabaseUser | null;
  readonly systemDir: string;
}

export function locateHome({ dataDir, identity, user, systemDir }: HomePlan): string {
  if (identity.cluster !== null) {
    const home = path.dirname(path.resolve(dataDir, identity.cluster));
    if (user !== null && !isEnterable(home, user))
      throw new DataFolderError(`The data folder ${home} cannot be reached by the database user (${user.name}).`);
    return home;
  }
  if (user === null || isEnterable(dataDir, user)) return dataDir;
  const home = path.join(systemDir, `cluster-${identity.id}`);
  openSystemDir(systemDir);
  mkdirSync(home, { recursive: true, mode: 0o710 });
  if (!isEnterable(home, user))
    throw new DataFolderError(`Neither ${dataDir} nor ${home} can be reached by the database user (${user.name}).`);
  return home;
}

/** Lets the database user pass through the folder by its group, without listing or changing it. */
function isEnterable(folder: string, user: DatabaseUser): boolean {
  if (canEnter(folder, user)) return true;
  if (!canEnter(path.dirname(folder), user)) return false;
  chownSync(folder, -1, user.gid);
  chmodSync(folder, statSync(folder).mode | 0o010);
  return canEnter(folder, user);
}

/** Sets the mode explicitly, because root's umask may be 077. */
export function openSystemDir(systemDir: string): void {
  try {
    mkdirSync(systemDir, { recursive: true });
    chmodSync(systemDir, 0o755);
  } catch (error) {
    throw new DataFolderError(`The folder ${systemDir} cannot be made: ${describeReason(error)}.`);
  }
}
