const EARLY_MS = 5 * 60_000;
const JITTER_MS = 60_000;
const RETRY_MS = 15_000;

interface TokenLife {
  readonly receivedAt: number;
  readonly expiresAt: number;
}

/**
 * When a token is renewed, in ms from its arrival: five minutes before it expires, or halfway for a shorter life;
 * a little earlier by chance (0 to 1), so that the tabs of one browser do not all come at once.
 */
export function planRenewalMs({ receivedAt, expiresAt }: TokenLife, chance: number): number {
  const lifeMs = Math.max(0, expiresAt - receivedAt);
  const early = Math.min(EARLY_MS, lifeMs / 2);
  return Math.max(0, lifeMs - early - chance * Math.min(JITTER_MS, early));
}

/**
 * After a renewal that did not work: how long to wait, or null when a refused sign-in has expired meanwhile. Without the
 * server nobody could sign in again: what is shown stays, marked as offline, until it answers.
 */
export function planRetryMs(outcome: 'refused' | 'unreachable', expiresAt: number, nowMs: number): number | null {
  if (outcome === 'unreachable') return RETRY_MS;
  const leftMs = expiresAt - nowMs;
  return leftMs > 0 ? leftMs : null;
}
