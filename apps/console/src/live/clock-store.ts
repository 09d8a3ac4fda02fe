import { create } from 'zustand';
import { callApi } from '#/api/client.ts';
import { parseUtc } from '@waymark/domain/time/utc';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';

/** A sample of the server's clock: both ends by this machine's clock, the answer by the server's, all in ms. */
export interface ClockSample {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly serverAt: number;
}

const KEPT_SAMPLES = 8;

/** Parses the server's 26 characters; null if they are not a time. */
export function parseServerTime(text: string): number | null {
  const parsed = parseUtc(text);
  return parsed.ok ? parsed.value : null;
}

export function addSample(samples: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] {
  return [...samples, sample].slice(-KEPT_SAMPLES);
}

const roundTrip = ({ sentAt, receivedAt }: ClockSample) => receivedAt - sentAt;

/**
 * The server's clock minus this machine's, in ms. Assumes the answer in the middle of the round trip, and uses the
 * sample with the shortest one, because its error is at most half of that.
 */
export function estimateOffset(samples: readonly ClockSample[]): number {
  const best = samples.reduce<ClockSample | null>(
    (quickest, sample) => (quickest && roundTrip(quickest) <= roundTrip(sample) ? quickest : sample),
    null,
  );
  return best ? Math.round(best.serverAt - (best.sentAt + best.receivedAt) / 2) : 0;
}

/**
 * Whether this machine's clock was changed: the new sample differs from the estimate by more than both round trips
 * allow. Older samples are then useless.
 */
export function hasClockJumped(samples: readonly ClockSample[], sample: ClockSample): boolean {
  if (samples.length === 0) return false;
  const slack = roundTrip(sample) / 2 + Math.min(...samples.map(roundTrip)) / 2 + 1000;
  return Math.abs(estimateOffset([sample]) - estimateOffset(samples)) > slack;
}

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

function takeSample(sample: ClockSample): void {
  const { samples } = useServerClock.getState();
  const kept = addSample(hasClockJumped(samples, sample) ? [] : samples, sample);
  useServerClock.setState({ samples: kept, offsetMs: estimateOffset(kept) });
}

/** Requests the server's time. */
export async function sampleServerClock(): Promise<void> {
  const sentAt = Date.now();
  const serverAt = parseServerTime(await callApi('GET /getdatabaseserverutcdate'));
  if (serverAt !== null) takeSample({ sentAt, receivedAt: Date.now(), serverAt });
}

/** The server's time in ms, updated every second. */
export function useServerNow(): number {
  return useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
}
