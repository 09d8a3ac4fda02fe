import { readdirSync, readFileSync } from 'node:fs';

// Reads processes from /proc, as every user of a Linux machine can.

export function readProcess(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8');
}

/** Lists processes; skips those that have ended in the meantime. */
function listProcesses(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((pid) => {
      try {
        const [, parent] = readProcess(pid, 'stat')
          .replace(/^.*\) /s, '')
          .split(' ');
        return [{ pid, parent: Number(parent) }];
      } catch {
        return [];
      }
    });
}

/** The process itself first, then its descendants. */
export function listFamily(pid: number): number[] {
  const all = listProcesses();
  const family = [pid];
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member).map((each) => each.pid));
  return family;
}

/** Sends a signal; skips processes that have ended in the meantime. */
export function signalFamily(pid: number | undefined, signal: NodeJS.Signals): void {
  for (const member of pid === undefined ? [] : listFamily(pid)) {
    try {
      process.kill(member, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Reads a file of each process; skips ended ones, because PostgreSQL starts short-lived processes. */
export function readAll(pids: readonly number[], file: 'cmdline' | 'environ'): string[] {
  return pids.flatMap((pid) => {
    try {
      return [readProcess(pid, file)];
    } catch {
      return [];
    }
  });
}
