import type { RunPassage } from '../run/run.ts';

// How far the time of a passage may be off, as a bound: more than this the product cannot say.

/**
 * Source of a passage's time. `gps`: the device saw enough satellites around the passage. `device`: it did not, so its
 * clock is one that the server or a user has set. `hand`: a user has set the time.
 */
export type TimeSource = 'gps' | 'device' | 'hand';

/** Four satellites fix place and time. */
const ENOUGH_SATELLITES = 4;

/** A receiver says the time of a second up to a second later; the product does not know whether a pulse marks it. */
const GPS_CLOCK_S = 1;

/** Samples of the recording around a passage: the detection window. */
const WINDOW_SAMPLES = 500;

export interface PassageTime {
  readonly source: TimeSource;
  /** Seconds to either side; null: no bound is known. */
  readonly uncertaintyS: number | null;
}

/**
 * A device reports where in its detection window it found the pig, not how surely: so the bound is half the window, and
 * the clock's part. Without GPS, or with a time set by hand, there is no bound. `satellites`: in the heartbeat nearest
 * to the passage within ten minutes; null: none.
 */
export function judgeTime(
  { uid, samplingRate }: Pick<RunPassage, 'uid' | 'samplingRate'>,
  satellites: number | null,
): PassageTime {
  if (uid === null) return { source: 'hand', uncertaintyS: null };
  if (satellites === null || satellites < ENOUGH_SATELLITES) return { source: 'device', uncertaintyS: null };
  if (samplingRate === null || samplingRate <= 0) return { source: 'gps', uncertaintyS: null };
  return { source: 'gps', uncertaintyS: WINDOW_SAMPLES / samplingRate / 2 + GPS_CLOCK_S };
}
