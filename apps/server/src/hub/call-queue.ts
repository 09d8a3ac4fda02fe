/** Runs the calls of one socket one after the other. */
export class CallQueue {
  readonly #mostWaiting: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isRunning = false;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Answers false where too many wait already; then the call is not added. */
  add(call: () => Promise<void>): boolean {
    if (this.#waiting.length >= this.#mostWaiting) return false;
    this.#waiting.push(call);
    if (!this.#isRunning) void this.#run();
    return true;
  }

  /** Drops the calls that wait. */
  clear(): void {
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next();
    this.#isRunning = false;
  }
}
