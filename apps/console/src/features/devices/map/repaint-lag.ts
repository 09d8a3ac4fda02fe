import type { PaceClock } from './paced-work.ts';

const FRAMES = 3;
const FRAME_MS = 1000 / 60;
/** At most one part in this many of the time is spent on redrawing the map. */
const SHARE = 4;
const SLOWEST_MS = 1500;

/** `wantedMs`, or longer on a machine that draws slowly. */
export function chooseSpacingMs(wantedMs: number, lagMs: number): number {
  return Math.max(wantedMs, Math.min(lagMs * SHARE, SLOWEST_MS));
}

/** Measures how long a redraw of the map blocks the page: not at all with a graphics card, long without one. */
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

  /** Call it when something on the map is changed. */
  measure(): void {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    const startedAt = this.#clock.now();
    const wait = (frames: number) => {
      if (frames > 0) return this.#clock.nextFrame(() => wait(frames - 1));
      this.#isMeasuring = false;
      const lag = Math.max(0, this.#clock.now() - startedAt - FRAMES * FRAME_MS);
      // Averaged: a single slow frame may have another cause.
      this.#lagMs = (this.#lagMs + lag) / 2;
    };
    wait(FRAMES);
  }
}
