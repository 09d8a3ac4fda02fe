// When an event is tried again, and when no more.

const HOUR_S = 3600;
/** Seconds between attempts, about 22 hours in all. */
export const RETRY_DELAYS_S: readonly number[] = [5, 30, 120, 600, HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S];
/** Up to this part of a delay is added, so that the events of an outage do not return together. */
const JITTER = 0.2;
/**
 * An event that waited behind earlier ones for a day is not tried for another day: otherwise a run with many events
 * would keep a receiver that is gone busy for weeks.
 */
const DAY_MS = 24 * HOUR_S * 1000;

interface Failed {
  /** This one included. */
  readonly attempts: number;
  readonly queuedAt: number;
}

/** Milliseconds until the next attempt; null: the event is dead. `chance` is from 0 to 1. */
export function findRetryDelayMs({ attempts, queuedAt }: Failed, now: number, chance: number): number | null {
  const delayS = RETRY_DELAYS_S[attempts - 1];
  if (delayS === undefined || now - queuedAt >= DAY_MS) return null;
  return Math.round(delayS * 1000 * (1 + JITTER * chance));
}
