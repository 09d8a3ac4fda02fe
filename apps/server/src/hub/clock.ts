/** The hub's time, so that tests move it by hand. */
export interface Clock {
  now(): number;
  /** Runs again and again; the answer stops it. */
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
