// Decides when a message of a device is due, and when its silence counts as an absence. Instants are UTC milliseconds.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const POWER_MODE_ACTIVE = 0;

/** By schedule index: 30 min, 1, 2, 4, 8, 12, 16 and 24 h. */
export const SCHEDULE_INTERVALS_MS: readonly number[] = [0.5, 1, 2, 4, 8, 12, 16, 24].map((hours) => hours * HOUR_MS);

const LONGEST_INTERVAL_MS = 24 * HOUR_MS;
const ACTIVE_SILENCE_MS = 15 * MINUTE_MS;
const WAKE_UP_GRACE_MS = 10 * MINUTE_MS;
const LEAST_DELAY_MS = 15 * MINUTE_MS;
const DELAY_SHARE_OF_SLEEP = 0.1;

/**
 * Silence after which a device counts as absent: 15 min if Active, else its interval plus 10 min. Without a report a
 * device counts as Active; a sleeping one without a schedule gets the longest interval.
 */
export function findAllowedSilenceMs(powerMode: number | null, schedule: number | null): number {
  const hasToldNothing = powerMode === null && schedule === null;
  if (powerMode === POWER_MODE_ACTIVE || hasToldNothing) return ACTIVE_SILENCE_MS;
  return (SCHEDULE_INTERVALS_MS[schedule ?? -1] ?? LONGEST_INTERVAL_MS) + WAKE_UP_GRACE_MS;
}

/** Whether the last heartbeat is recent enough. */
export function isHeartbeatActive(
  lastHeartbeatAt: number | null,
  powerMode: number | null,
  schedule: number | null,
  now: number,
): boolean {
  return lastHeartbeatAt !== null && now - lastHeartbeatAt <= findAllowedSilenceMs(powerMode, schedule);
}

/** A satellite device holds no connection: it counts as connected while its last message is recent enough. */
export function isIridiumConnected(
  lastMessageAt: number | null,
  powerMode: number | null,
  schedule: number | null,
  now: number,
): boolean {
  return lastMessageAt !== null && now - lastMessageAt < findAllowedSilenceMs(powerMode, schedule);
}

/**
 * Time at which a sleeping device that has not returned counts as lost: 15 min, or a tenth of its sleep if longer, past
 * the expected wake-up.
 */
export function offlineAlarmAt(expectedWakeupAt: number, sleptSince: number): number {
  const sleepMs = Math.max(0, expectedWakeupAt - sleptSince);
  return expectedWakeupAt + Math.max(LEAST_DELAY_MS, Math.round(sleepMs * DELAY_SHARE_OF_SLEEP));
}
