/**
 * The clock of the computer, but never earlier than it was: when it is set back, time goes on from where it was. For checks
 * that must not refuse what is right because the clock of this computer is behind.
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
