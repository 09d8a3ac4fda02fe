// Runs a real PostgreSQL as a child process of this process, with its data in one folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type PostgresPackage, findPackage, provideBinaries } from './binaries.ts';
import { defaultSystemDir, locateHome, openSystemDir } from './cluster-home.ts';
import { type ClusterPlan, checkCluster, checkMajor, clusterName, createCluster, removeDrafts } from './cluster.ts';
import { type DataIdentity, createIdentity, openFolder, readIdentity, writeIdentity } from './data-folder.ts';
import { findDatabaseUser } from './database-user.ts';
import { lockFolder } from './folder-lock.ts';
import { stopPostmaster, isPostmaster, readPostmaster } from './postmaster.ts';
import { type LocalConnection, connectionOfServer, prepareDatabase } from './server-role.ts';
import { makeSocketFolder, removeSocketFolder, socketPort } from './socket-folder.ts';
import { SupervisedServer, type ServerEvents } from './supervised-server.ts';

export { defaultDataDir } from './default-data-dir.ts';
export { DataFolderError, EmbeddedPostgresError } from './embedded-postgres-error.ts';

export { serverRole, superuserRole, type LocalConnection } from './server-role.ts';

export interface EmbeddedPostgres {
  /** Connects as the server's own role, which is no superuser. */
  readonly connection: LocalConnection;
  /** True if this start created the database, which is empty then. */
  readonly firstStart: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends ServerEvents {
  readonly dataDir: string;
  /** PostgreSQL settings that override the defaults; `fsync: 'off'` skips flushing, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** Root's folder for files that its database user cannot reach elsewhere. */
  readonly systemDir?: string;
}

type Undo = (() => unknown)[];

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const undo: Undo = [];
  try {
    return await start(options, undo);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function start(options: EmbeddedOptions, undo: Undo): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const systemDir = options.systemDir ?? defaultSystemDir;
  const programs = findPackage();
  const requested = path.resolve(options.dataDir);
  examineDataFolder(requested, programs.major);
  if (process.getuid?.() === 0 && requested.startsWith(systemDir + path.sep)) openSystemDir(systemDir);
  const dataDir = openFolder(requested);
  await own(dataDir, undo);

  const identity = examineDataFolder(dataDir, programs.major) ?? claimDataFolder(dataDir, programs);
  const user = findDatabaseUser(identity.cluster === null ? null : path.resolve(dataDir, identity.cluster));
  const binaries = provideBinaries(programs, user, user === null ? dataDir : systemDir, log);
  const home = locateHome({ dataDir, identity, user, systemDir });
  if (home !== dataDir) await own(home, undo);
  if (identity.cluster === null) {
    if (home !== dataDir)
      log(`The database user (${user?.name ?? ''}) cannot reach ${dataDir}: the database files are in ${home}.`);
    await completeDataFolder(dataDir, identity, { home, binaries, user, isDurable: options.settings?.fsync !== 'off' });
  }

  const cluster = path.join(home, clusterName);
  if ((await stopPostmaster(cluster)) === 'stopped') log(`Stopped a PostgreSQL on ${dataDir} whose Waymark had ended.`);
  const socketFolder = makeSocketFolder(home, user);
  undo.push(() => removeSocketFolder(socketFolder));
  const plan = { cluster, binaries, socketFolder, user, settings: options.settings ?? {} };
  const server = await SupervisedServer.start(plan, options);
  undo.push(() => server.stop());

  const socket = { host: socketFolder, port: socketPort };
  const { firstStart } = await prepareDatabase(socket, log);
  let stopping: Promise<void> | undefined;
  return { connection: connectionOfServer(socket), firstStart, stop: () => (stopping ??= unwind(undo)) };
}

async function own(folder: string, undo: Undo): Promise<void> {
  const lock = await lockFolder(folder);
  undo.push(() => lock.release());
}

/** Checks without writing. Returns null for an empty or missing folder. */
function examineDataFolder(folder: string, postgresMajor: number): DataIdentity | null {
  const identity = readIdentity(folder);
  if (identity === null) return null;
  checkMajor(folder, String(identity.postgres), postgresMajor);
  if (identity.cluster !== null) checkCluster(path.resolve(folder, identity.cluster), postgresMajor);
  return identity;
}

function claimDataFolder(dataDir: string, programs: PostgresPackage): DataIdentity {
  const identity = createIdentity(programs.major);
  writeIdentity(dataDir, identity);
  return identity;
}

/** Writes the path of the database files last, so that missing files are later a loss and not a first start. */
async function completeDataFolder(dataDir: string, identity: DataIdentity, plan: ClusterPlan): Promise<void> {
  const cluster = path.join(plan.home, clusterName);
  removeDrafts(plan.home);
  if (existsSync(cluster)) checkCluster(cluster, identity.postgres);
  else await createCluster(plan);
  writeIdentity(dataDir, { ...identity, cluster: plan.home === dataDir ? clusterName : cluster });
}

async function unwind(undo: Undo): Promise<void> {
  const step = undo.pop();
  if (step === undefined) return;
  try {
    await step();
  } finally {
    await unwind(undo);
  }
}

/** Returns the connection to the database that another process runs on this data folder, or null. */
export function findRunningPostgres(dataDir: string): LocalConnection | null {
  const cluster = readIdentity(dataDir)?.cluster ?? null;
  if (cluster === null) return null;
  const folder = path.resolve(dataDir, cluster);
  const postmaster = readPostmaster(folder);
  if (!postmaster?.isReady || !isPostmaster(postmaster.pid, folder)) return null;
  return connectionOfServer({ host: postmaster.socketFolder, port: socketPort });
}
