import { useServerClock } from '#/live/clock-store.ts';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';

/** The server's time in ms, updated every second. */
export function useServerNow(): number {
  return useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
}
