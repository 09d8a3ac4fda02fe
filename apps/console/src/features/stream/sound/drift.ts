import { BUFFER_SOUNDS, MAX_CORRECTION, START_SOUNDS } from './sound-policy.ts';

/** Weight of one frame's lag in the average; frames arrive unevenly. */
const WEIGHT = 0.1;
/** The correction reaches its maximum this far outside the range. */
const REACH_SOUNDS = 200;

/**
 * Compensates the clock drift between device and sound card: keeps the lag between the start latency and the buffer
 * size. The lag is measured on arrival of a frame, when it is longest.
 */
export class Drift {
  #lag = START_SOUNDS;

  reset(): void {
    this.#lag = START_SOUNDS;
  }

  measure(lag: number): void {
    this.#lag += WEIGHT * (lag - this.#lag);
  }

  /** Playback rate; 1 is the device's own. */
  get rate(): number {
    const wanted = Math.min(Math.max(this.#lag, START_SOUNDS), BUFFER_SOUNDS);
    const excess = Math.min(Math.max((this.#lag - wanted) / REACH_SOUNDS, -1), 1);
    return 1 + excess * MAX_CORRECTION;
  }
}
