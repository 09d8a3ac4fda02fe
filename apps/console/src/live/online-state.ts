// Whether the shown data is current, and when it is reloaded. Pure: the driver passes in the signals of browser and hub
// and executes the effects.

/** The delay before a reload, so that a returning network or tab can settle. */
export const RECOVERY_DELAY_MS = 5000;

export type OnlinePhase =
  /** Before the first connection of the hub. */
  | 'starting'
  | 'live'
  /** The hub is down; everything else works. */
  | 'reconnecting'
  /** No network, no server at the start, a hidden page, or one that the browser froze. */
  | 'offline'
  /** Online again, waiting for the recovery delay. */
  | 'waiting'
  /** The registered steps reload the shown data. */
  | 'recovering';

export type OfflineReason = 'network' | 'server' | 'hidden' | 'frozen';

export interface OnlineState {
  readonly phase: OnlinePhase;
  readonly hasNetwork: boolean;
  /** False from an offline start until the hub connects. */
  readonly hasServer: boolean;
  readonly isVisible: boolean;
  readonly isFrozen: boolean;
  readonly isHubUp: boolean;
  /** Since the last live state, the network was down or the page frozen: events were missed and are not announced. */
  readonly wasCutOff: boolean;
  /** When the data stopped being live; null while it is. */
  readonly sinceAt: number | null;
  /** The time of the stored state that is shown; null: the data is from the server. */
  readonly lastKnownAt: number | null;
  /** Numbers the delays and recoveries, so that outdated results are recognised. */
  readonly attempt: number;
}

export type OnlineInput =
  | { readonly type: 'network-lost' | 'network-back' }
  | { readonly type: 'hidden' | 'visible' }
  | { readonly type: 'frozen' | 'resumed' }
  | { readonly type: 'hub-up' | 'hub-down' }
  | { readonly type: 'waited' | 'recovered' | 'recovery-failed'; readonly attempt: number };

export type OnlineEffect =
  | { readonly type: 'wait'; readonly ms: number; readonly attempt: number }
  | { readonly type: 'recover'; readonly attempt: number };

interface Step {
  readonly state: OnlineState;
  readonly effects: readonly OnlineEffect[];
}

interface Opening {
  readonly hasNetwork: boolean;
  readonly isVisible: boolean;
  readonly nowMs: number;
  readonly lastKnownAt?: number | null;
}

export function startOnlineState({ hasNetwork, isVisible, nowMs, lastKnownAt = null }: Opening): OnlineState {
  const hasServer = lastKnownAt === null;
  const phase = hasNetwork && hasServer && isVisible ? 'starting' : 'offline';
  const wasCutOff = !hasNetwork || !hasServer;
  return {
    phase,
    hasNetwork,
    hasServer,
    isVisible,
    isFrozen: false,
    isHubUp: false,
    wasCutOff,
    sinceAt: nowMs,
    lastKnownAt,
    attempt: 0,
  };
}

/** Why the console is offline; the most important reason first. */
export function findOfflineReason({ hasNetwork, hasServer, isVisible, isFrozen }: OnlineState): OfflineReason | null {
  if (!hasNetwork) return 'network';
  if (!hasServer) return 'server';
  if (isFrozen) return 'frozen';
  return isVisible ? null : 'hidden';
}

const stay = (state: OnlineState): Step => ({ state, effects: [] });

function leaveLive(state: OnlineState, phase: OnlinePhase, nowMs: number): OnlineState {
  return { ...state, phase, sinceAt: state.sinceAt ?? nowMs };
}

function goOffline(state: OnlineState, nowMs: number): Step {
  // Increments the number, so that a pending delay or recovery has no effect.
  return stay({ ...leaveLive(state, 'offline', nowMs), attempt: state.attempt + 1 });
}

function wait(state: OnlineState): Step {
  const attempt = state.attempt + 1;
  return {
    state: { ...state, phase: 'waiting', attempt },
    effects: [{ type: 'wait', ms: RECOVERY_DELAY_MS, attempt }],
  };
}

function recover(state: OnlineState): Step {
  const attempt = state.attempt + 1;
  return { state: { ...state, phase: 'recovering', attempt }, effects: [{ type: 'recover', attempt }] };
}

function returnOnline(state: OnlineState): Step {
  const isBack = state.phase === 'offline' && findOfflineReason(state) === null;
  return isBack ? wait(state) : stay(state);
}

function finishRecovery(state: OnlineState): Step {
  const reloaded = { ...state, lastKnownAt: null };
  return stay(
    state.isHubUp
      ? { ...reloaded, phase: 'live', wasCutOff: false, sinceAt: null }
      : { ...reloaded, phase: 'reconnecting' },
  );
}

function followHub(state: OnlineState, nowMs: number): Step {
  const { phase, isHubUp } = state;
  if (phase === 'live' && !isHubUp) return stay(leaveLive(state, 'reconnecting', nowMs));
  // Events were missed while disconnected, so everything is reloaded; a pending reload may have missed some of them.
  if (isHubUp && (phase === 'starting' || phase === 'reconnecting' || phase === 'recovering')) return recover(state);
  return stay(state);
}

export function stepOnlineState(state: OnlineState, input: OnlineInput, nowMs: number): Step {
  switch (input.type) {
    case 'network-lost':
      return goOffline({ ...state, hasNetwork: false, wasCutOff: true }, nowMs);
    case 'network-back':
      return returnOnline({ ...state, hasNetwork: true });
    case 'hidden':
      return goOffline({ ...state, isVisible: false }, nowMs);
    case 'visible':
      return returnOnline({ ...state, isVisible: true });
    case 'frozen':
      return goOffline({ ...state, isFrozen: true, wasCutOff: true }, nowMs);
    case 'resumed':
      return returnOnline(goOffline({ ...state, isFrozen: false, wasCutOff: true }, nowMs).state);
    case 'hub-up':
      if (!state.hasServer) return returnOnline({ ...state, isHubUp: true, hasServer: true });
      return followHub({ ...state, isHubUp: true }, nowMs);
    case 'hub-down':
      return followHub({ ...state, isHubUp: false }, nowMs);
    case 'waited':
      return state.phase === 'waiting' && input.attempt === state.attempt ? recover(state) : stay(state);
    case 'recovered':
      return state.phase === 'recovering' && input.attempt === state.attempt ? finishRecovery(state) : stay(state);
    case 'recovery-failed':
      return state.phase === 'recovering' && input.attempt === state.attempt ? wait(state) : stay(state);
  }
}
