import { useEffect, useState } from 'react';
import { msToNextSecond } from './second-tick.ts';

/** The server's time in ms, renewed as each of its seconds begins. `offsetMs` is the server's clock less this one's. */
export function useUtcNow(offsetMs: number): number {
  const [now, setNow] = useState(() => Date.now() + offsetMs);
  useEffect(() => {
    let timer: number;
    const tick = () => {
      const at = Date.now() + offsetMs;
      setNow(at);
      timer = window.setTimeout(tick, msToNextSecond(at));
    };
    tick();
    return () => window.clearTimeout(timer);
  }, [offsetMs]);
  return now;
}
