import type { DeviceMessage, Door, Rejection } from '../device-message.ts';

type Done = (error?: Error) => void;

/** Messages that are being stored, so that `close` can wait for them. Messages of one commit share a promise. */
export class InFlight {
  readonly #door: Door;
  readonly #pending = new Map<Promise<void>, Done[]>();

  constructor(door: Door) {
    this.#door = door;
  }

  /** Calls `done` when the message or the rejection is stored, or with the error. */
  store(message: DeviceMessage | Rejection, done: Done): void {
    const stored = 'reason' in message ? this.#door.refuse(message) : this.#door.receive([message]);
    const pending = this.#pending.get(stored);
    if (pending) {
      pending.push(done);
      return;
    }
    this.#pending.set(stored, [done]);
    stored.then(
      () => this.#end(stored),
      (error: unknown) => this.#end(stored, error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Resolves when every message is stored or has failed, or after the timeout. */
  async drain(timeoutMs: number): Promise<void> {
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([Promise.allSettled(this.#pending.keys()), timedOut]);
    clearTimeout(timer);
  }

  #end(stored: Promise<void>, error?: Error): void {
    const pending = this.#pending.get(stored) ?? [];
    this.#pending.delete(stored);
    for (const done of pending) done(error);
  }
}
