import type { Clock } from '../clock.ts';

/** A clock that only tests advance; each advance runs every task once. */
export class ManualClock implements Clock {
  readonly intervalsMs: number[] = [];
  readonly #tasks = new Set<() => void>();
  #now = Date.parse('2026-03-01T12:00:00Z');

  now(): number {
    return this.#now;
  }

  every(intervalMs: number, run: () => void): () => void {
    this.intervalsMs.push(intervalMs);
    this.#tasks.add(run);
    return () => this.#tasks.delete(run);
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const run of this.#tasks) run();
  }
}
