export interface PaceClock {
  readonly now: () => number;
  /** Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly nextFrame: (run: () => void) => void;
}

/** Throttles work: runs it on request with the requested interval between turns, and merges requests in between. */
export class PacedWork {
  readonly #run: () => void;
  readonly #clock: PaceClock;
  #lastAt = Number.NEGATIVE_INFINITY;
  #due: { readonly at: number; readonly cancel: () => void } | null = null;

  constructor(run: () => void, clock: PaceClock) {
    this.#run = run;
    this.#clock = clock;
  }

  ask(spacingMs: number): void {
    const now = this.#clock.now();
    const at = Math.max(now, this.#lastAt + spacingMs);
    if (this.#due && this.#due.at <= at) return;
    this.#due?.cancel();
    if (at === now) this.#turn();
    else this.#due = { at, cancel: this.#clock.after(at - now, () => this.#turn()) };
  }

  stop(): void {
    this.#due?.cancel();
    this.#due = null;
  }

  #turn(): void {
    this.#due = null;
    this.#lastAt = this.#clock.now();
    this.#run();
  }
}

export const pageClock: PaceClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  nextFrame: (run) => void requestAnimationFrame(run),
};
