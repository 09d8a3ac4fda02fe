import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { problem } from '../../../platform/http/problem.ts';
import { FairQueue, type Turn } from './fair-queue.ts';
import type { PrintJob } from './print-job.ts';

const THREAD = new URL('./press-thread.ts', import.meta.url);
/** A run of ten thousand markers with all its waveforms has room. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
const PRINT_WITHIN_MS = 300_000;
const WAITING_LIMIT = 20;
const RETRY_AFTER_S = 30;

export interface PressOrder {
  /** Orders of one owner wait for each other, not for all of another owner's. */
  readonly owner: string;
  /** Aborts when the caller's connection closes. */
  readonly closed: AbortSignal;
  /** Reads the report once its turn has begun, so that waiting orders occupy no memory. */
  readonly prepare: () => Promise<PrintJob>;
}

interface PressOptions {
  readonly thread?: URL;
  readonly waitingLimit?: number;
}

/** Prints one report at a time, in a thread of its own because a report takes seconds of computing. */
export class Press {
  readonly #queue: FairQueue;
  readonly #thread: URL;

  constructor({ thread = THREAD, waitingLimit = WAITING_LIMIT }: PressOptions = {}) {
    this.#queue = new FairQueue(waitingLimit);
    this.#thread = thread;
  }

  /** Resolves with the first part ready, so that a report that cannot be printed is still answered with a problem. */
  async print(order: PressOrder): Promise<AsyncIterable<Uint8Array>> {
    const turn = this.#queue.enter(order.owner);
    if (!turn) throw problem('report-queue-full', { retryAfterS: RETRY_AFTER_S });
    try {
      await unlessAborted(turn.begun, order.closed);
      return await this.#printNow(order, turn);
    } catch (error) {
      turn.leave();
      throw order.closed.aborted
        ? problem('request-timeout', { detail: 'The caller closed the connection before the report was ready.' })
        : error;
    }
  }

  async #printNow({ closed, prepare }: PressOrder, turn: Turn): Promise<AsyncIterable<Uint8Array>> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(problem('report-too-long')), PRINT_WITHIN_MS);
    try {
      const job = await unlessAborted(prepare(), AbortSignal.any([closed, limit.signal]));
      const thread = new Worker(this.#thread, { workerData: job, execArgv: [], resourceLimits: LIMITS });
      thread.on('exit', () => {
        clearTimeout(timer);
        turn.leave();
      });
      const parts = receiveParts(thread, closed, limit.signal);
      await once(parts, 'readable');
      return parts;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  }
}

/** Collects the parts as fast as the thread makes them: a slow reader delays no other report. */
function receiveParts(thread: Worker, closed: AbortSignal, limit: AbortSignal): Readable {
  const parts = new Readable({ objectMode: true, read: () => undefined });
  thread.on('message', (part: Uint8Array) => parts.push(part));
  thread.on('error', (error: Error) => parts.destroy(error));
  thread.on('exit', () => parts.push(null));
  limit.addEventListener('abort', () => parts.destroy(limit.reason as Error));
  for (const signal of [closed, limit]) signal.addEventListener('abort', () => void thread.terminate());
  return parts;
}

async function unlessAborted<Outcome>(work: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
