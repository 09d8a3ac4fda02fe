import { readFileSync } from 'node:fs';

const TICKS_PER_S = 100; // USER_HZ, the same on every Linux that runs Node

/** Processor time that a process has used, all its threads together; elsewhere than on Linux the time of day stands in. */
export function readCpuS(pid: number): number {
  if (process.platform !== 'linux') return performance.now() / 1000;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}
