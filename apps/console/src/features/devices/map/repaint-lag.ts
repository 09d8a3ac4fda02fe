import type { PaceClock } from './paced-work.ts';

const FRAMES = 3;
const FRAME_MS = 1000 / 60;
/** Of the time, at most one part in so many goes into drawing the map anew. */
const SHARE = 4;
const SLOWEST_MS = 1500;

/** `wantedMs`, or longer where the machine needs long to draw. */
export function chooseSpacingMs(wantedMs: number, lagMs: number): number {
  return Math.max(wantedMs, Math.min(lagMs * SHARE, SLOWEST_MS));
}

/** How long the page stands still when the map is drawn anew: nothing with a graphics card, long without one. */
export class RepaintLag {
  readonly #clock: PaceClock;
  #lagMs = 0;
  #isMeasuring = false;

  constructor(clock: PaceClock) {
    this.#clock = clock;
  }

  get ms(): number {
    return this.#lagMs;
  }

  /** To be called as something is changed on the map. */
  measure(): void {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    const startedAt = this.#clock.now();
    const wait = (frames: number) => {
      if (frames > 0) return this.#clock.nextFrame(() => wait(frames - 1));
      this.#isMeasuring = false;
      const lag = Math.max(0, this.#clock.now() - startedAt - FRAMES * FRAME_MS);
      // One slow frame may have had another reason.
      this.#lagMs = (this.#lagMs + lag) / 2;
    };
    wait(FRAMES);
  }
}
