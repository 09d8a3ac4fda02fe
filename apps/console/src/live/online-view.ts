import { findOfflineReason, type OnlineState } from './online-state.ts';

/** What becomes of a hub event: shown, kept until the reload is through, heard only (alerts), or dropped. */
export type EventGate = 'open' | 'hold' | 'alerts-only' | 'closed';

export function gateOf(state: OnlineState): EventGate {
  if (state.phase === 'live') return 'open';
  if (state.phase === 'recovering') return 'hold';
  // A page that was merely hidden hears on while it settles.
  if (state.phase === 'waiting' && !state.wasCutOff) return 'alerts-only';
  return findOfflineReason(state) === 'hidden' ? 'alerts-only' : 'closed';
}

/**
 * Why nothing can be written now, or null when it can. A hub that is down does not stand in the way of saving:
 * saving goes over the API.
 */
export function explainWriteBlock(state: OnlineState): string | null {
  switch (state.phase) {
    case 'starting':
    case 'live':
    case 'reconnecting':
      return null;
    case 'offline':
      return 'You are offline. Saving is possible again once the connection is back.';
    case 'waiting':
    case 'recovering':
      return 'Back online. Saving is possible as soon as the data is reloaded.';
  }
}

export function wordOf({ phase }: OnlineState): 'live' | 'reconnecting' | 'offline' {
  if (phase === 'live' || phase === 'offline') return phase;
  return 'reconnecting';
}
