import { useEffect, useState } from 'react';
import { startSecondTick } from './second-tick.ts';

/**
 * The server's time in ms, updated at the start of each of its seconds. `offsetMs` is the server's clock minus this
 * one's.
 */
export function useUtcNow(offsetMs: number): number {
  const [now, setNow] = useState(() => Date.now() + offsetMs);
  useEffect(() => startSecondTick(offsetMs, setNow), [offsetMs]);
  return now;
}
