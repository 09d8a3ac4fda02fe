import { create } from 'zustand';
import { callApi } from '#/api/client.ts';
import { addSample, estimateOffset, hasClockJumped, parseServerTime, type ClockSample } from './server-clock.ts';

interface ClockStore {
  readonly samples: readonly ClockSample[];
  /** The server's clock minus this machine's, in ms. */
  readonly offsetMs: number;
}

export const useServerClock = create<ClockStore>()(() => ({ samples: [], offsetMs: 0 }));

/** The server's time in ms. */
export function serverNow(): number {
  return Date.now() + useServerClock.getState().offsetMs;
}

function take(sample: ClockSample): void {
  const { samples } = useServerClock.getState();
  const kept = addSample(hasClockJumped(samples, sample) ? [] : samples, sample);
  useServerClock.setState({ samples: kept, offsetMs: estimateOffset(kept) });
}

/** Requests the server's time. */
export async function sampleServerClock(): Promise<void> {
  const sentAt = Date.now();
  const serverAt = parseServerTime(await callApi('GET /getdatabaseserverutcdate'));
  if (serverAt !== null) take({ sentAt, receivedAt: Date.now(), serverAt });
}
