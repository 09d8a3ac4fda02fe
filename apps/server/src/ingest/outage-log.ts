import type { Log } from '../platform/log.ts';

/** Tells once that messages cannot be stored, with the first reason, and once that they can again. */
export class OutageLog {
  readonly #log: Log;
  readonly #lane: number;
  #isFailing = false;

  constructor(log: Log, lane: number) {
    this.#log = log;
    this.#lane = lane;
  }

  noteFailure(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#log.error(
      { err: error, lane: this.#lane },
      'messages of devices cannot be stored: they wait and are tried again',
    );
  }

  noteSuccess(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#log.warn({ lane: this.#lane }, 'messages of devices are stored again');
  }
}
