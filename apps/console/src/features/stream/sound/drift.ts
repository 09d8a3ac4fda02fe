import { BUFFER_SOUNDS, MAX_CORRECTION, START_SOUNDS } from './sound-policy.ts';

/** Of one frame's lag; the network brings them unevenly, and one alone says little. */
const WEIGHT = 0.1;
/** So far outside, the correction is at its most. */
const REACH_SOUNDS = 200;

/**
 * Keeps the sound between the start latency and the buffer behind the newest, though the device counts its seconds
 * otherwise than the sound card. The lag is measured when a frame has come, when it is longest.
 */
export class Drift {
  #lag = START_SOUNDS;

  reset(): void {
    this.#lag = START_SOUNDS;
  }

  measure(lag: number): void {
    this.#lag += WEIGHT * (lag - this.#lag);
  }

  /** How fast to play; 1 is as the device says. */
  get rate(): number {
    const wanted = Math.min(Math.max(this.#lag, START_SOUNDS), BUFFER_SOUNDS);
    const excess = Math.min(Math.max((this.#lag - wanted) / REACH_SOUNDS, -1), 1);
    return 1 + excess * MAX_CORRECTION;
  }
}
