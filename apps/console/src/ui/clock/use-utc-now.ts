import { useEffect, useState } from 'react';
import { startSecondTick } from './second-tick.ts';

/** The server's time in ms, renewed as each of its seconds begins. `offsetMs` is the server's clock less this one's. */
export function useUtcNow(offsetMs: number): number {
  const [now, setNow] = useState(() => Date.now() + offsetMs);
  useEffect(() => startSecondTick(offsetMs, setNow), [offsetMs]);
  return now;
}
