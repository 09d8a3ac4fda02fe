import { drawShare } from '../chance/hash.ts';

const FIRST_MS = 500;
const LAST_MS = 30_000;

/** Exponential backoff with jitter per device, so that a fleet does not reconnect within the same second. */
export function computeRetryMs(who: string, attempt: number): number {
  return Math.min(LAST_MS, FIRST_MS * 2 ** attempt) * (0.5 + drawShare(`retry/${who}/${attempt}`));
}
