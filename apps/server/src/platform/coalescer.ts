interface Options {
  /** Awaited before each run; requests that arrive meanwhile share the run. */
  readonly gather?: () => Promise<unknown>;
}

/**
 * Runs work one at a time. A request starts a run or shares the single run that follows the current one: every run sees
 * all changes made before it was requested.
 */
export class Coalescer {
  readonly #work: () => Promise<void>;
  readonly #gather: Options['gather'];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #unfinished = 0;
  #isClosed = false;

  constructor(work: () => Promise<void>, { gather }: Options = {}) {
    this.#work = work;
    this.#gather = gather;
  }

  /** True when no run is in progress or requested. */
  get isIdle(): boolean {
    return this.#unfinished === 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Resolves with the run that covers this request. A caller that ignores the promise also ignores a failure of the
   * run.
   */
  request(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#next ??= this.#schedule();
    return this.#next;
  }

  /** Resolves when idle. */
  async settle(): Promise<void> {
    while (!this.isIdle) await this.#last;
  }

  /** Starts no further run and waits for the current one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settle();
  }

  /** Chains the run to the previous one, so that a request made within a run cannot start in parallel. */
  #schedule(): Promise<void> {
    const run = this.#last.then(() => this.#run());
    this.#unfinished += 1;
    const finish = () => void (this.#unfinished -= 1);
    this.#last = run.then(finish, finish);
    return run;
  }

  async #run(): Promise<void> {
    try {
      await this.#gather?.();
    } finally {
      this.#next = undefined;
    }
    if (!this.#isClosed) await this.#work();
  }
}
