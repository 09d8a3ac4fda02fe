import { parentPort, workerData } from 'node:worker_threads';

// In place of the thread of the press: a PDF sends one part and never ends, a workbook ends at once.

const { format } = workerData as { readonly format: string };
const part = new TextEncoder().encode(format);
parentPort?.postMessage(part, [part.buffer]);
if (format === 'pdf') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
