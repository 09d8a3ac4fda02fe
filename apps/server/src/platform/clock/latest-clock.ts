/**
 * The system clock, but monotonic: when it is set back, time continues from the previous value. For checks that must
 * not refuse valid input because the clock of this computer is late.
 */
export function createLatestClock(wall: () => number, elapsed: () => number = () => performance.now()): () => number {
  let at = wall();
  let since = elapsed();
  return () => {
    const [set, ran] = [wall(), elapsed()];
    if (set >= at + ran - since) [at, since] = [set, ran];
    return at + ran - since;
  };
}
