import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signalFamily } from './process-family.ts';
import { findFreePort } from './server-process.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const DEBIAN = '/usr/lib/postgresql';
const PASSWORD = 'a password of the tests';

export function findBinaries(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Number.isFinite) : [];
  if (versions.length === 0) throw new Error('PostgreSQL is missing (Debian: apt-get install postgresql)');
  return path.join(DEBIAN, String(Math.max(...versions)), 'bin');
}

/** PostgreSQL refuses to run as root, so root uses the user that Debian created for it. */
export function findDatabaseUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

export async function waitUntilUp(connection: pg.ClientConfig): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const client = new pg.Client(connection);
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isUp) return;
    await sleep(50);
  }
  throw new Error('PostgreSQL did not come up');
}

export interface DebianPostgres {
  readonly connection: { host: string; port: number; user: string; password: string };
  /** Kills it like a power failure: clients get no notice, and the next start has to recover. */
  crash(): Promise<void>;
  /** Restarts it after a crash; resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Freezes all of its processes. */
  freeze(): void;
  goOn(): void;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PostgreSQL over TCP with a password and separate data, as WAYMARK_DATABASE_URL names it in
 * production.
 */
export async function startDebianPostgres(
  settings: readonly string[],
  makeFolder = makeTemporaryFolder,
): Promise<DebianPostgres> {
  const binaries = findBinaries();
  const user = findDatabaseUser();
  const folder = await makeFolder('postgres');
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid);
  }
  const data = path.join(folder, 'data');
  const options: SpawnOptions = { ...user, cwd: '/', stdio: 'ignore' };
  const made = spawnSync(
    path.join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'waymark',
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await findFreePort();
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder, ...flags];
  const connection = { host: '127.0.0.1', port, user: 'waymark', password: PASSWORD };
  let server = spawn(path.join(binaries, 'postgres'), args, options);
  const start = () => waitUntilUp({ ...connection, database: 'postgres' });
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  await start();
  return {
    connection,
    crash: () => end('SIGQUIT'),
    restart: async () => {
      server = spawn(path.join(binaries, 'postgres'), args, options);
      await start();
    },
    freeze: () => signalFamily(server.pid, 'SIGSTOP'),
    goOn: () => signalFamily(server.pid, 'SIGCONT'),
    stop: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
