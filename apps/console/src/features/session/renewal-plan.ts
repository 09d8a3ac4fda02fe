const EARLY_MS = 5 * 60_000;
const JITTER_MS = 60_000;
const RETRY_MS = 15_000;

interface TokenLife {
  readonly receivedAt: number;
  readonly expiresAt: number;
}

/**
 * When to renew a token, in ms from its arrival: five minutes before it expires, or halfway for a shorter life; a
 * random part (0 to 1) earlier, so that the tabs of one browser do not renew at once.
 */
export function planRenewalMs({ receivedAt, expiresAt }: TokenLife, chance: number): number {
  const lifeMs = Math.max(0, expiresAt - receivedAt);
  const early = Math.min(EARLY_MS, lifeMs / 2);
  return Math.max(0, lifeMs - early - chance * Math.min(JITTER_MS, early));
}

/**
 * The wait after a failed renewal, or null if a refused sign-in has expired. While the server is unreachable a user
 * could not sign in again: the screen stays, marked as offline.
 */
export function planRetryMs(outcome: 'refused' | 'unreachable', expiresAt: number, nowMs: number): number | null {
  if (outcome === 'unreachable') return RETRY_MS;
  const leftMs = expiresAt - nowMs;
  return leftMs > 0 ? leftMs : null;
}
