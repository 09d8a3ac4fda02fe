import { parseUtc } from '../time/utc.ts';

/** A device whose wake-up has passed is awake or lost: an old expectation says nothing. Ends at the instant itself. */
export function isWakeUpShown(expectedWakeUp: string | null, nowMs: number): boolean {
  if (expectedWakeUp === null) return false;
  const at = parseUtc(expectedWakeUp);
  return at.ok && at.value > nowMs;
}

/** When it was shut down matters while it is away. */
export function isShutdownShown(shutdown: string | null, isConnected: boolean): boolean {
  return shutdown !== null && !isConnected;
}
