import { parseUtc } from '../time/utc.ts';

/** A device whose wake-up has passed is awake or lost: an old expectation says nothing. Ends at the instant itself. */
export function isWakeUpShown(expectedWakeUp: string | null, nowMs: number): boolean {
  if (expectedWakeUp === null) return false;
  const at = parseUtc(expectedWakeUp);
  return at.ok && at.value > nowMs;
}

interface Sleeper {
  readonly isConnected: boolean;
  readonly lastExpectedWakeupTime: string | null;
  readonly lastShutdownTime: string | null;
}

/** Away as it announced. Once its wake-up has passed it is overdue, and offline like any other that is not heard. */
export function isAsleep({ isConnected, lastExpectedWakeupTime, lastShutdownTime }: Sleeper, nowMs: number): boolean {
  return !isConnected && lastShutdownTime === null && isWakeUpShown(lastExpectedWakeupTime, nowMs);
}

/** When it was shut down matters while it is away. */
export function isShutdownShown(shutdown: string | null, isConnected: boolean): boolean {
  return shutdown !== null && !isConnected;
}
