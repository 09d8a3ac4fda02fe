import { parentPort, workerData } from 'node:worker_threads';

// In place of the thread of the press: a PDF sends one part and never ends, a workbook ends at once.

const { format } = workerData as { readonly format: string };
parentPort?.postMessage(new TextEncoder().encode(format));
// oxlint-disable-next-line no-empty
while (format === 'pdf') {}
