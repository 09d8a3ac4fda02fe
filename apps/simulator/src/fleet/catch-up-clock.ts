export interface CatchUpClock {
  readonly now: () => number;
  /** How long to wait in real time until it is `at`. */
  readonly computeWaitMs: (at: number, now: number) => number;
}

/** Begins in the past and goes `factor` times as fast as the real clock until it has caught up with it. */
export function createCatchUpClock(clock: () => number, beginAt: number, factor: number): CatchUpClock {
  const startedAt = clock();
  const computeFast = (real: number) => beginAt + (real - startedAt) * factor;
  return {
    now: () => Math.min(clock(), computeFast(clock())),
    computeWaitMs: (at, now) => {
      const real = clock();
      return computeFast(real) < real ? (at - now) / factor : at - now;
    },
  };
}
