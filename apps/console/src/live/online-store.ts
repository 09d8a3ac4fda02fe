import { create } from 'zustand';
import {
  startOnlineState,
  stepOnlineState,
  type OnlineEffect,
  type OnlineInput,
  type OnlineState,
} from './online-state.ts';
import { explainWriteBlock } from './online-view.ts';

interface OnlineStore {
  readonly online: OnlineState;
  /** The time of the last message from the hub, which is the age of the shown data. */
  readonly heardAt: number | null;
}

const isVisible = () => document.visibilityState === 'visible';

/** Whether the shown data is current; online-state.ts has the rules. */
export const useOnline = create<OnlineStore>()(() => ({
  online: startOnlineState({ hasNetwork: navigator.onLine, isVisible: isVisible(), nowMs: Date.now() }),
  heardAt: null,
}));

const HEARD_STEP_MS = 250;

/** A message of the hub has come. At most four changes a second: each one calls all subscribers of the store. */
export function noteHeard(): void {
  const now = Date.now();
  const { heardAt } = useOnline.getState();
  if (heardAt === null || Math.abs(now - heardAt) >= HEARD_STEP_MS) useOnline.setState({ heardAt: now });
}

/** False from an offline start until the server is reachable. */
export const hasServer = (): boolean => useOnline.getState().online.hasServer;

export interface OnlineDriver {
  readonly send: (input: OnlineInput) => void;
  readonly stop: () => void;
}

interface OnlineDuties {
  readonly onChange: (state: OnlineState) => void;
  readonly recover: () => Promise<void>;
  /** The time of the stored state, while the server is unreachable. */
  readonly lastKnownAt: number | null;
  /** The connection has probably died without a close. */
  readonly distrustHub: () => void;
}

/** Passes the browser's signals to the state and executes its effects. */
export function driveOnlineState({ onChange, recover, lastKnownAt, distrustHub }: OnlineDuties): OnlineDriver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopping = new AbortController();

  const carryOut = (effect: OnlineEffect) => {
    const { attempt } = effect;
    if (effect.type === 'wait') {
      clearTimeout(timer);
      timer = setTimeout(() => send({ type: 'waited', attempt }), effect.ms);
      return;
    }
    recover().then(
      () => send({ type: 'recovered', attempt }),
      () => send({ type: 'recovery-failed', attempt }),
    );
  };
  const send = (input: OnlineInput) => {
    if (stopping.signal.aborted) return;
    const { state, effects } = stepOnlineState(useOnline.getState().online, input, Date.now());
    useOnline.setState({ online: state });
    onChange(state);
    effects.forEach(carryOut);
  };

  const on = (target: EventTarget, event: string, input: () => OnlineInput, then?: () => void) => {
    const handle = () => {
      send(input());
      then?.();
    };
    target.addEventListener(event, handle, { signal: stopping.signal });
  };
  on(window, 'offline', () => ({ type: 'network-lost' }), distrustHub);
  on(window, 'online', () => ({ type: 'network-back' }));
  on(document, 'visibilitychange', () => ({ type: isVisible() ? 'visible' : 'hidden' }));
  on(document, 'freeze', () => ({ type: 'frozen' }));
  on(document, 'resume', () => ({ type: 'resumed' }), distrustHub);

  useOnline.setState({
    online: startOnlineState({ hasNetwork: navigator.onLine, isVisible: isVisible(), nowMs: Date.now(), lastKnownAt }),
    heardAt: lastKnownAt,
  });
  onChange(useOnline.getState().online);
  return {
    send,
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}

/** Whether changes can be saved now, and if not, the reason for the tooltip of the disabled button. */
export function useCanWrite(): { readonly canWrite: boolean; readonly blockedBecause: string | undefined } {
  const reason = useOnline(({ online }) => explainWriteBlock(online));
  return { canWrite: reason === null, blockedBecause: reason ?? undefined };
}
