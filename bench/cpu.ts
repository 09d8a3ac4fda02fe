import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_S = 100; // USER_HZ, the same on every Linux that runs Node

/** Fields of /proc/PID/stat: user and system time of the process; the same for its children that have exited. */
const OWN = [11, 12] as const;
const ENDED = [13, 14] as const;

function readStatS(pid: number, which: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return which.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_S;
}

/** Processor time of a process with all its threads. Returns wall-clock time on systems other than Linux. */
export function readCpuS(pid: number): number {
  return process.platform === 'linux' ? readStatS(pid, OWN) : performance.now() / 1000;
}

/** Processor time of all PostgreSQL processes. */
export function readDatabaseCpuS(dataDir: string): number {
  if (process.platform !== 'linux') return 0;
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  const postmaster = Number(readFileSync(`${dataDir}/${found}`, 'utf8').split('\n')[0]);
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster);
    } catch {
      return false;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return children.reduce((sum, pid) => sum + readCpuS(Number(pid)), readStatS(postmaster, [...OWN, ...ENDED]));
}
