/** Runs the calls of one socket one after the other. */
export class CallQueue {
  readonly #mostWaiting: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isRunning = false;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Adds a call to the queue; false when the queue is full. */
  add(call: () => Promise<void>): boolean {
    if (this.#waiting.length >= this.#mostWaiting) return false;
    this.#waiting.push(call);
    if (!this.#isRunning) void this.#run();
    return true;
  }

  /** Drops the pending calls. */
  clear(): void {
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next();
    this.#isRunning = false;
  }
}
