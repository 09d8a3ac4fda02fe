import { Worker } from 'node:worker_threads';
import type { RecordToJudge, Score } from './judge-record.ts';

const THREAD = new URL('./scoring-thread.ts', import.meta.url);
/** Enough for the models and a few records; without limits the thread would use as much memory as the server itself. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

type Scores = readonly (Score[] | null)[];

/** Scores records in another thread, which starts on first use; answers in the order of the requests. */
export class Scorer {
  #thread: Worker | undefined;
  #waiting: PromiseWithResolvers<Scores>[] = [];

  /** null for a record that cannot be scored. */
  score(records: readonly RecordToJudge[]): Promise<Scores> {
    const answer = Promise.withResolvers<Scores>();
    this.#thread ??= this.#start();
    this.#waiting.push(answer);
    this.#thread.postMessage(records, []);
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { execArgv: [], resourceLimits: LIMITS });
    let failure: unknown = new Error('the scoring thread has ended');
    thread.on('message', (scores: Scores) => this.#waiting.shift()?.resolve(scores));
    thread.on('error', (error) => {
      failure = error;
    });
    // The next request starts another thread.
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const { reject } of this.#waiting.splice(0)) reject(failure);
    });
    return thread;
  }
}
