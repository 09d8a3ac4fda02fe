import path from 'node:path';
import { readIdentity } from './data-folder.ts';
import { isPostmaster, readPostmaster } from './postmaster.ts';
import { type LocalConnection, connectionOfServer } from './server-role.ts';
import { socketPort } from './socket-folder.ts';

/** Returns the connection to the database that another process runs on this data folder, or null. */
export function findRunningPostgres(dataDir: string): LocalConnection | null {
  const cluster = readIdentity(dataDir)?.cluster ?? null;
  if (cluster === null) return null;
  const folder = path.resolve(dataDir, cluster);
  const postmaster = readPostmaster(folder);
  if (!postmaster?.isReady || !isPostmaster(postmaster.pid, folder)) return null;
  return connectionOfServer({ host: postmaster.socketFolder, port: socketPort });
}
