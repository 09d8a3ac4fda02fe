// Reads postmaster.pid of a running PostgreSQL, and stops a PostgreSQL that outlived its owner.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderError, readErrorCode } from './embedded-postgres-error.ts';

const pauseMs = 10;
/** A fast shutdown writes a checkpoint; an immediate one makes the next start recover. */
const shutdowns = [
  { signal: 'SIGINT', withinMs: 30_000 },
  { signal: 'SIGQUIT', withinMs: 10_000 },
] as const;

export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
  /** Empty until PostgreSQL listens. */
  readonly socketFolder: string;
}

export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready', socketFolder: lines[4]?.trim() ?? '' };
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Called by the owner of the folder only. Also removes a pid file whose process is gone or another program. */
export async function stopPostmaster(cluster: string): Promise<'none' | 'stopped'> {
  const postmaster = readPostmaster(cluster);
  if (postmaster === null) return 'none';
  const wasRunning = isPostmaster(postmaster.pid, cluster);
  if (wasRunning && !(await end(postmaster.pid, cluster))) {
    throw new DataFolderError(
      `A PostgreSQL (pid ${postmaster.pid}) that was left running on ${cluster} does not stop.`,
    );
  }
  rmSync(pidFile(cluster), { force: true });
  return wasRunning ? 'stopped' : 'none';
}

async function end(pid: number, cluster: string): Promise<boolean> {
  for (const { signal, withinMs } of shutdowns) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (readErrorCode(error) !== 'ESRCH') throw error;
    }
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += pauseMs) {
      if (!isPostmaster(pid, cluster)) return true;
      await sleep(pauseMs);
    }
  }
  return false;
}

/** Compares the command line, because pids are reused, in a container often at once. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
      `postgres -D ${cluster} `,
    );
  }
  try {
    const [program = '', flag, folder] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return path.basename(program) === 'postgres' && flag === '-D' && folder === cluster;
  } catch {
    return false;
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
