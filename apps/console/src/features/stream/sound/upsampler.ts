import { UPSAMPLING } from './sound-policy.ts';

// Band-limited: an ideal low-pass at 500 Hz under a Blackman window. Flat up to 400 Hz, its images 70 dB down from 600.

const TAPS = 32;

/** How much later a sound comes out than it went in. */
export const UPSAMPLER_DELAY = TAPS / 2;
/** What it has to know before it says anything that is true. */
export const UPSAMPLER_MEMORY = TAPS;

function weigh(distance: number): number {
  if (distance === 0) return 1;
  const turn = Math.PI * distance;
  const window = 0.42 + 0.5 * Math.cos(turn / UPSAMPLER_DELAY) + 0.08 * Math.cos((2 * turn) / UPSAMPLER_DELAY);
  return (Math.sin(turn) / turn) * window;
}

/** What each of the last sounds, newest first, adds to one of the four between two; a constant stays what it is. */
function buildPhase(phase: number): Float64Array {
  const weights = Float64Array.from({ length: TAPS }, (_, age) => weigh(age - UPSAMPLER_DELAY + phase / UPSAMPLING));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const PHASES = Array.from({ length: UPSAMPLING }, (_, phase) => buildPhase(phase));

/** 1,000 Hz in, 4,000 Hz out, drawn one by one: it knows no blocks, so none can be heard. */
export class Upsampler {
  readonly #take: () => number;
  readonly #past = new Float64Array(TAPS);
  #newest = 0;
  #phase = 0;

  constructor(take: () => number) {
    this.#take = take;
  }

  /** Forgets what was, and takes in as much as it needs: half of a signal would begin with a blow. */
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
