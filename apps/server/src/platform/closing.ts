import type { Log } from './log.ts';

/** Closes the opened parts of the server in reverse order. */
export class Closing {
  readonly #steps: Array<readonly [name: string, close: () => unknown]> = [];
  readonly #log: Log;
  #closing: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The parts that are still open; the one that is closing now comes first. */
  get open(): readonly string[] {
    return this.#steps.map(([name]) => name).toReversed();
  }

  add(name: string, close: () => unknown): void {
    this.#steps.push([name, close]);
  }

  /** Closes all parts once; a failing part is logged and does not keep the others open. */
  close(): Promise<void> {
    this.#closing ??= this.#run();
    return this.#closing;
  }

  async #run(): Promise<void> {
    for (let last = this.#steps.at(-1); last; last = this.#steps.at(-1)) {
      const [name, close] = last;
      try {
        await close();
      } catch (error) {
        this.#log.error(
          { err: error, part: name },
          'closing a part of the server failed; continuing with the next one',
        );
      }
      this.#steps.splice(this.#steps.indexOf(last), 1);
    }
  }
}
