import { findAllowedSilenceMs } from '@waymark/domain/presence/presence';

// When a command to a satellite device goes again. The device knows the ids it has had: twice does no harm.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** After refusals that may pass. */
const RETRY_DELAYS_MS = [0.5, 2, 10, 30].map((minutes) => minutes * MINUTE_MS);

/** A node that has not written by then what the gateway said is taken for dead. */
export const HAND_OVER_LIMIT_MS = MINUTE_MS;

/** `attempts` counts the one that was just refused. */
export function findRetryAt(attempts: number, now: number): number {
  const place = Math.min(attempts, RETRY_DELAYS_MS.length) - 1;
  return now + (RETRY_DELAYS_MS[place] ?? MINUTE_MS);
}

/** The device should have called twice by then: gateways lose messages, and drop what lies too long. */
export function findResendAt(powerMode: number | null, schedule: number | null, now: number): number {
  return now + Math.max(DAY_MS, 2 * findAllowedSilenceMs(powerMode, schedule));
}
