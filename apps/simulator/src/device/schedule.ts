import { hashText } from '../chance/hash.ts';

const MINUTE_MS = 60_000;

/** Intervals of the connection schedules, by index. */
export const SCHEDULE_MINUTES = [30, 60, 120, 240, 480, 720, 960, 1440] as const;

/** Spreads the calls of devices with the same schedule over a minute. */
export function computeJitterMs(uid: number): number {
  return hashText(`wake/${uid}`) % MINUTE_MS;
}

/** The next wake-up after `now`: a multiple of the schedule in UTC, plus the device's own jitter. */
export function computeNextWakeUp(uid: number, schedule: number, now: number): number {
  const intervalMs = (SCHEDULE_MINUTES[schedule] ?? SCHEDULE_MINUTES[0]) * MINUTE_MS;
  const jitterMs = computeJitterMs(uid);
  return (Math.floor((now - jitterMs) / intervalMs) + 1) * intervalMs + jitterMs;
}
