// Observes the server of the soak bench from outside: processor time, memory, and its own metrics.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuS, readDatabaseCpuS } from './cpu.ts';
import type { LiveHeap } from './live-heap.ts';
import type { BenchServer } from './server.ts';
import { findSlope, type Reading } from './slope.ts';

const HOUR_MS = 3_600_000;

export interface Watched {
  readonly server_cpu: number;
  readonly database_cpu: number;
  readonly heap_mb: number;
  /** 0 when the heap shrinks. */
  readonly heap_mb_per_h: number;
  readonly rss_mb: number;
}

export function readRssMb(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

export function watchServer(server: BenchServer, dataDir: string, heap: LiveHeap, everyMs: number) {
  const pid = server.process.child.pid ?? 0;
  const readings: Reading[] = [];
  const [startedAt, cpuS, databaseCpuS] = [performance.now(), readCpuS(pid), readDatabaseCpuS(dataDir)];
  const take = async () =>
    void readings.push({ hours: (performance.now() - startedAt) / HOUR_MS, mb: await heap.readMb() });
  const stopping = new AbortController();
  const { signal } = stopping;
  /** On a busy machine a reading takes longer than the interval: readings in a row would leave the server no time. */
  const keepReading = async () => {
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await take();
    }
  };
  const ended = keepReading();
  return async (): Promise<Watched> => {
    stopping.abort();
    await ended;
    await take();
    console.log(`heap, MB: ${readings.map(({ mb }) => mb.toFixed(1)).join(' ')}`);
    const tookS = (performance.now() - startedAt) / 1000;
    return {
      server_cpu: (readCpuS(pid) - cpuS) / tookS,
      database_cpu: (readDatabaseCpuS(dataDir) - databaseCpuS) / tookS,
      heap_mb: readings.at(-1)?.mb ?? 0,
      heap_mb_per_h: readings.length < 3 ? 0 : Math.max(0, findSlope(readings)),
      rss_mb: readRssMb(pid),
    };
  };
}

/** A figure of /metrics by its label `kind`. */
export async function readMetric(address: string, name: string, kind: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`waymark_${name}{kind="${kind}"}`));
  if (line === undefined) throw new Error(`there is no waymark_${name} ${kind}`);
  return Number(line.split(' ').at(-1));
}
