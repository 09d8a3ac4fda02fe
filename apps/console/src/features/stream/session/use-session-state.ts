import { useSyncExternalStore } from 'react';
import type { SessionState, StreamSession } from './session-types.ts';

/** Renders again only when the selection changes; `select` must return the same object for the same state. */
export function useSessionState<Part>(session: StreamSession, select: (state: SessionState) => Part): Part {
  return useSyncExternalStore(session.subscribe, () => select(session.getState()));
}
