// Creates the database files under another name and renames them, so that a folder of that name is always complete.
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseUser } from './database-user.ts';
import { DataFolderError, describeReason, readErrorCode } from './embedded-postgres-error.ts';
import { runGuarded } from './guard.ts';
import { superuserRole } from './server-role.ts';

export const clusterName = 'postgres';
const draftPrefix = 'init-';
const controlFileBytes = 8192;

export interface ClusterPlan {
  readonly home: string;
  readonly binaries: string;
  readonly user: DatabaseUser | null;
  /** Flush all files to the disk before the cluster is renamed. */
  readonly isDurable: boolean;
}

export async function createCluster(plan: ClusterPlan): Promise<void> {
  const draft = path.join(plan.home, draftPrefix + randomBytes(4).toString('hex'));
  mkdirSync(draft, { mode: 0o700 });
  if (plan.user !== null) chownSync(draft, plan.user.uid, plan.user.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = [`--username=${superuserRole}`, '--auth-local=trust', '--auth-host=reject'];
  const args = ['-D', draft, ...locale, ...access, '--no-instructions', ...(plan.isDurable ? [] : ['--no-sync'])];
  const initdb = runGuarded(path.join(plan.binaries, 'initdb'), args, { user: plan.user, stopSignal: 'KILL' });
  if ((await initdb.exited) !== 0) {
    const reason = initdb.readOutput().findLast((line) => /error|fatal|panic/i.test(line)) ?? 'initdb was stopped';
    removeDrafts(plan.home);
    throw new DataFolderError(`The database cannot be created in ${plan.home}: ${reason}`);
  }
  renameSync(draft, path.join(plan.home, clusterName));
  // The initdb of a killed start may have written again meanwhile.
  removeDrafts(plan.home);
}

/** Removes the files of interrupted creations, whose last process may still be writing. */
export function removeDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(draftPrefix))
      rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** Finds damage before PostgreSQL is started. */
export function checkCluster(cluster: string, postgresMajor: number): void {
  const read = <T>(file: string, reader: (whole: string) => T): T => {
    try {
      return reader(path.join(cluster, file));
    } catch (error) {
      throw explainUnreadable(cluster, file, error);
    }
  };
  read('', (folder) => statSync(folder));
  checkMajor(cluster, read('PG_VERSION', (file) => readFileSync(file, 'utf8')).trim(), postgresMajor);
  if (read('global/pg_control', (file) => statSync(file).size) !== controlFileBytes) {
    throw new DataFolderError(`The database files ${cluster} are corrupted: global/pg_control has the wrong size.`);
  }
}

function explainUnreadable(cluster: string, file: string, error: unknown): DataFolderError {
  if (readErrorCode(error) !== 'ENOENT') {
    return new DataFolderError(
      `The database files ${cluster} cannot be read: ${describeReason(error)}. Do they belong to another user?`,
    );
  }
  const loss = file === '' ? 'are missing: bring them back from a backup' : `are corrupted: ${file} is missing`;
  return new DataFolderError(`The database files ${cluster} ${loss}.`);
}

export function checkMajor(folder: string, found: string, expected: number): void {
  if (!/^\d+$/.test(found))
    throw new DataFolderError(`The database files ${folder} are corrupted: PG_VERSION is not a version.`);
  if (Number(found) !== expected) {
    throw new DataFolderError(
      `The database files ${folder} are of PostgreSQL ${found} and this Waymark brings PostgreSQL ${expected}.`,
    );
  }
}
