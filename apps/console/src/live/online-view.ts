import { t } from '#/language/t.ts';
import { findOfflineReason, type OnlineState } from './online-state.ts';

/** The handling of a hub event: shown, queued until the reload has completed, used for alerts only, or dropped. */
export type EventGate = 'open' | 'hold' | 'alerts-only' | 'closed';

export function gateOf(state: OnlineState): EventGate {
  if (state.phase === 'live') return 'open';
  if (state.phase === 'recovering') return 'hold';
  // A hidden page still receives alerts during the recovery delay.
  if (state.phase === 'waiting' && !state.wasCutOff) return 'alerts-only';
  return findOfflineReason(state) === 'hidden' ? 'alerts-only' : 'closed';
}

/**
 * Reason why nothing can be written now, or null if it can. A hub that is down does not prevent saving, which uses the
 * API.
 */
export function explainWriteBlock(state: OnlineState): string | null {
  switch (state.phase) {
    case 'starting':
    case 'live':
    case 'reconnecting':
      return null;
    case 'offline':
      return t('You are offline. Saving is possible again once the connection is back.');
    case 'waiting':
    case 'recovering':
      return t('Back online. Saving is possible as soon as the data is reloaded.');
  }
}

export function wordOf({ phase }: OnlineState): 'live' | 'reconnecting' | 'offline' {
  if (phase === 'live' || phase === 'offline') return phase;
  return 'reconnecting';
}
