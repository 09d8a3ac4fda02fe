import { parseUtc } from '../time/utc.ts';

/** Past wake-ups are not shown: the device is awake or lost. Excludes the instant itself. */
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

/** Asleep as announced. Past its wake-up the device is overdue, and offline like any other silent device. */
export function isAsleep({ isConnected, lastExpectedWakeupTime, lastShutdownTime }: Sleeper, nowMs: number): boolean {
  return !isConnected && lastShutdownTime === null && isWakeUpShown(lastExpectedWakeupTime, nowMs);
}

/** The shutdown time is shown while the device is disconnected. */
export function isShutdownShown(shutdown: string | null, isConnected: boolean): boolean {
  return shutdown !== null && !isConnected;
}
