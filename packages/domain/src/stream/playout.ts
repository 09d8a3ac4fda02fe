import { FRAME_MS } from './frame.ts';

/** Frames come in one piece, and not quite in time. */
export const LAG_MS = FRAME_MS + 240;
const TOO_LATE_MS = 5000;
const BIT_LATE_MS = LAG_MS + 1000;
/** Who is a bit late hurries unnoticed. */
const HURRY = 1.05;

/**
 * Which moment of the stream is shown. It runs evenly between frames, stays behind the newest sample and never goes
 * back. A stream that stutters makes it stand still for once, and then it is late enough for the next time.
 */
export class Playout {
  #at: number | null = null;
  #now: number | null = null;

  /** UTC milliseconds; null before the first sample. */
  get at(): number | null {
    return this.#at;
  }

  /** `now`: a steady clock, ms. `newestAt`: of the newest sample, UTC ms. */
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
