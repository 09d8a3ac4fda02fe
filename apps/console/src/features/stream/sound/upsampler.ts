import { UPSAMPLING } from './sound-policy.ts';

// Band-limited: an ideal low-pass at 500 Hz under a Blackman window. Flat up to 400 Hz, images 70 dB down from 600.

const TAPS = 32;

/** The delay of a sound from input to output. */
export const UPSAMPLER_DELAY = TAPS / 2;
/** The number of inputs before the output is valid. */
export const UPSAMPLER_MEMORY = TAPS;

function weigh(distance: number): number {
  if (distance === 0) return 1;
  const turn = Math.PI * distance;
  const window = 0.42 + 0.5 * Math.cos(turn / UPSAMPLER_DELAY) + 0.08 * Math.cos((2 * turn) / UPSAMPLER_DELAY);
  return (Math.sin(turn) / turn) * window;
}

/** The weights of the last sounds, newest first, for one of the four outputs; a constant stays constant. */
function buildPhase(phase: number): Float64Array {
  const weights = Float64Array.from({ length: TAPS }, (_, age) => weigh(age - UPSAMPLER_DELAY + phase / UPSAMPLING));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const PHASES = Array.from({ length: UPSAMPLING }, (_, phase) => buildPhase(phase));

/** Converts 1,000 Hz to 4,000 Hz, sample by sample: it has no blocks, so there are no block edges to hear. */
export class Upsampler {
  readonly #take: () => number;
  readonly #past = new Float64Array(TAPS);
  #newest = 0;
  #phase = 0;

  constructor(take: () => number) {
    this.#take = take;
  }

  /** Resets and skips the first inputs: half a signal would begin with a click. */
  prime(): void {
    this.#phase = 0;
    for (let at = 0; at < TAPS * UPSAMPLING; at++) this.next();
  }

  next(): number {
    if (this.#phase === 0) {
      this.#newest = (this.#newest + 1) % TAPS;
      this.#past[this.#newest] = this.#take();
    }
    const sound = this.#sum(PHASES[this.#phase]);
    this.#phase = (this.#phase + 1) % UPSAMPLING;
    return sound;
  }

  #sum(weights: Float64Array | undefined): number {
    let sum = 0;
    for (let age = 0; age < TAPS; age++) {
      sum += (weights?.[age] ?? 0) * (this.#past[(this.#newest - age + TAPS) % TAPS] ?? 0);
    }
    return sum;
  }
}
