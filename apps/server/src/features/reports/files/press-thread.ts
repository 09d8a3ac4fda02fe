import { parentPort, workerData } from 'node:worker_threads';
import { print, type PrintJob } from './print-job.ts';

// Writes one report in its own thread, which ends with it.

for await (const part of print(workerData as PrintJob)) {
  const copy = Uint8Array.from(part);
  parentPort?.postMessage(copy, [copy.buffer]);
}
