import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { PrintJob } from './print-job.ts';

const THREAD = new URL('./press-thread.ts', import.meta.url);
/** A run of ten thousand markers with all its waveforms has room. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/** Prints one report after the other in a thread: it is work for seconds, which the server's own thread has no time for. */
export class Press {
  #turn: Promise<unknown> = Promise.resolve();

  /** The thread does not wait for whoever reads; it ends early when he is gone. */
  async *print(job: PrintJob): AsyncGenerator<Uint8Array, void, undefined> {
    const isOver = Promise.withResolvers<void>();
    const before = this.#turn;
    this.#turn = isOver.promise;
    await before;
    let thread: Worker | undefined;
    try {
      thread = new Worker(THREAD, { workerData: job, execArgv: [], resourceLimits: LIMITS });
      thread.on('exit', () => isOver.resolve());
      yield* receiveParts(thread);
    } finally {
      await thread?.terminate();
      isOver.resolve();
    }
  }
}

/** However slowly they are read, the thread gets rid of them. */
function receiveParts(thread: Worker): AsyncIterable<Uint8Array> {
  const parts = new Readable({ objectMode: true, read: () => undefined });
  thread.on('message', (part: Uint8Array) => parts.push(part));
  thread.on('error', (error: Error) => parts.destroy(error));
  thread.on('exit', () => parts.push(null));
  return parts;
}
