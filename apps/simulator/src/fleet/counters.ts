/** Statistics of a fleet. */
export interface Counts {
  readonly published: number;
  readonly acknowledged: number;
  readonly heartbeats: number;
  readonly passages: number;
  readonly commands: number;
  /** Heartbeats skipped because too many reports of the device were unacknowledged. */
  readonly skipped: number;
  readonly errors: number;
}

export type CountName = keyof Counts;

export class Counters {
  readonly #counts: Record<CountName, number> = {
    published: 0,
    acknowledged: 0,
    heartbeats: 0,
    passages: 0,
    commands: 0,
    skipped: 0,
    errors: 0,
  };
  readonly #waiters = new Set<{ readonly holds: () => boolean; readonly resolve: () => void }>();
  #lastError: string | null = null;

  add(name: CountName): void {
    this.#counts[name] += 1;
    if (name === 'acknowledged') this.#wakeWaiters();
  }

  #wakeWaiters(): void {
    for (const waiter of this.#waiters) {
      if (!waiter.holds()) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Checked after every acknowledgement and every error. */
  waitUntil(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.add({ holds, resolve }));
  }

  fail(error: unknown): void {
    this.#counts.errors += 1;
    this.#lastError = error instanceof Error ? error.message || error.name : String(error);
    this.#wakeWaiters();
  }

  get lastError(): string | null {
    return this.#lastError;
  }

  read(): Counts {
    return { ...this.#counts };
  }
}
