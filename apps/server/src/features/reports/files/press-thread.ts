import { parentPort, workerData } from 'node:worker_threads';
import { print, type PrintJob } from './print-job.ts';

// One report in a thread of its own, which ends with it.

for await (const part of print(workerData as PrintJob)) {
  const copy = Uint8Array.from(part);
  parentPort?.postMessage(copy, [copy.buffer]);
}
