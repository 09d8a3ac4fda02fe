import { FRAME_MS, FRAME_ROWS, ROW_MS, type StreamFrame } from './frame.ts';
import { RING_POINTS, SPANS, stepMsOf } from './spans.ts';

/** Tolerance for a device that adjusts its clock: the frame still follows the one before. */
const CLOCK_MS = FRAME_MS / 2;
const BACK_MS = 5000;
/** Longer than the widest ring. */
const GONE_MS = Math.max(...SPANS.map(({ seconds }) => stepMsOf(seconds))) * RING_POINTS;

type Place = Pick<StreamFrame, 'seq' | 't'>;

/** The position of a frame: rows since the one before, and the number of lost frames between them. */
export type FrameOrder =
  | { readonly type: 'next'; readonly rows: number; readonly lost: number }
  | { readonly type: 'late' }
  /** The device's clock has jumped: remembered data no longer fits. */
  | { readonly type: 'reset' };

export function orderFrame(before: Place, frame: Place): FrameOrder {
  const [frames, ms] = [frame.seq - before.seq, frame.t - before.t];
  if (frames <= 0 && ms <= 0 && Math.abs(ms - frames * FRAME_MS) < BACK_MS) return { type: 'late' };
  if (ms < -BACK_MS || ms > GONE_MS) return { type: 'reset' };
  const rows = Math.abs(ms - FRAME_MS) <= CLOCK_MS ? FRAME_ROWS : Math.max(FRAME_ROWS, Math.round(ms / ROW_MS));
  const missing = Math.round(rows / FRAME_ROWS) - 1;
  return { type: 'next', rows, lost: Math.max(0, Math.min(missing, frames - 1)) };
}
