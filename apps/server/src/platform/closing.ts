import type { Log } from './log.ts';

/** What must be closed again, in the reverse order of its opening. */
export class Closing {
  readonly #steps: Array<readonly [name: string, close: () => unknown]> = [];
  readonly #log: Log;
  #closing: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The parts that are still open, the one that is being closed first. */
  get open(): readonly string[] {
    return this.#steps.map(([name]) => name).toReversed();
  }

  add(name: string, close: () => unknown): void {
    this.#steps.push([name, close]);
  }

  /** Closes everything once; a step that fails is logged and does not keep the others open. */
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
        this.#log.error({ err: error, part: name }, 'a part did not close cleanly');
      }
      this.#steps.splice(this.#steps.indexOf(last), 1);
    }
  }
}
