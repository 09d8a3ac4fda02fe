import { findAllowedSilenceMs } from '@waymark/domain/presence/presence';

// Decides when a command to a satellite device is repeated. The device remembers command ids, so repeats do no harm.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Delays after temporary refusals. */
const RETRY_DELAYS_MS = [0.5, 2, 10, 30].map((minutes) => minutes * MINUTE_MS);

/** A node that has not recorded the gateway's answer by then is considered dead. */
export const HAND_OVER_LIMIT_MS = MINUTE_MS;

/** `attempts` includes the one that was just refused. */
export function findRetryAt(attempts: number, now: number): number {
  const place = Math.min(attempts, RETRY_DELAYS_MS.length) - 1;
  return now + (RETRY_DELAYS_MS[place] ?? MINUTE_MS);
}

/** The device should have called twice by then: gateways lose messages and drop old ones. */
export function findResendAt(powerMode: number | null, schedule: number | null, now: number): number {
  return now + Math.max(DAY_MS, 2 * findAllowedSilenceMs(powerMode, schedule));
}
