/** The hub's time source; tests advance it by hand. */
export interface Clock {
  now(): number;
  /** Calls `run` at this interval; the returned function stops it. */
  every(intervalMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
