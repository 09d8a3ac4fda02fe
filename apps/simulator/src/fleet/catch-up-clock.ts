export interface CatchUpClock {
  readonly now: () => number;
  /** Real time to wait until `at`. */
  readonly computeWaitMs: (at: number, now: number) => number;
}

/** A clock that starts in the past and runs `factor` times as fast until it has caught up with the real clock. */
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
