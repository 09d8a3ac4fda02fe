import { FRAME_MS } from './frame.ts';

/** Playout delay: a whole frame arrives at once, and with jitter. */
export const LAG_MS = FRAME_MS + 240;
const TOO_LATE_MS = 5000;
const BIT_LATE_MS = LAG_MS + 1000;
/** Playback rate when slightly late; not noticeable. */
const HURRY = 1.05;

/**
 * The time of the stream that is shown. It runs evenly between frames, stays behind the newest sample and never goes
 * back. A late frame stalls it once; the added delay covers the next ones.
 */
export class Playout {
  #at: number | null = null;
  #now: number | null = null;

  /** UTC milliseconds; null before the first sample. */
  get at(): number | null {
    return this.#at;
  }

  /** `now`: a monotonic clock, ms. `newestAt`: the newest sample, UTC ms. */
  advance(now: number, newestAt: number | null): void {
    const elapsed = this.#now === null ? 0 : Math.max(0, now - this.#now);
    this.#now = now;
    if (newestAt === null) return;
    this.#at ??= newestAt - LAG_MS;
    const isLate = newestAt - this.#at > BIT_LATE_MS;
    const at = this.#at + elapsed * (isLate ? HURRY : 1);
    this.#at = newestAt - at > TOO_LATE_MS ? newestAt - LAG_MS : Math.max(this.#at, Math.min(at, newestAt));
  }

  restart(): void {
    this.#at = null;
  }
}
