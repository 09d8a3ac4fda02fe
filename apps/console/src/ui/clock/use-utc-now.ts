import { useEffect, useState } from 'react';

/**
 * The server's time in ms, updated at the start of each of its seconds. `offsetMs` is the server's clock minus this
 * one's.
 */
export function useUtcNow(offsetMs: number): number {
  const [now, setNow] = useState(() => Date.now() + offsetMs);
  useEffect(() => startSecondTick(offsetMs, setNow), [offsetMs]);
  return now;
}

/** The time to the start of the next second, 1 to 1000 ms. */
export function msToNextSecond(at: number): number {
  const past = ((at % 1000) + 1000) % 1000;
  return Math.max(1, Math.ceil(1000 - past));
}

/**
 * Calls back with the server's time in ms, now and at the start of each of its seconds, until the returned function is
 * called. `offsetMs` is the server's clock minus this one's.
 */
export function startSecondTick(offsetMs: number, onTick: (now: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    const at = Date.now() + offsetMs;
    onTick(at);
    timer = setTimeout(tick, msToNextSecond(at));
  };
  tick();
  return () => clearTimeout(timer);
}
