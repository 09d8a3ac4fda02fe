import type { OnlineState } from '#/live/online-state.ts';
import { wordOf } from '#/live/online-view.ts';
import type { ConnectionShown } from '#/ui/state/connection-words.ts';

interface Known {
  readonly online: OnlineState;
  readonly heardAt: number | null;
  /** The server's clock minus this machine's. */
  readonly offsetMs: number;
}

/** The content of the pill; times by the server's clock. */
export function viewConnection({ online, heardAt, offsetMs }: Known): ConnectionShown {
  const state = wordOf(online);
  if (state === 'live') return { state };
  const sinceAt = (online.sinceAt ?? 0) + offsetMs;
  return { state, sinceAt, dataAt: heardAt === null ? undefined : Math.min(heardAt + offsetMs, sinceAt) };
}
