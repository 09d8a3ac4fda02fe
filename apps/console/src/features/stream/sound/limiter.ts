/** Held down to this level: half of full scale, -6 dB. */
export const LIMITED_LEVEL = 0.5;
/** Not even the first moment of a blow is louder: -1.9 dB. */
export const LOUDEST = 0.8;

const RELEASE_S = 0.3;

/** As it is up to the limited level, then ever less, and never louder than the loudest. */
function round(sound: number): number {
  const size = Math.abs(sound);
  if (size <= LIMITED_LEVEL) return sound;
  const room = LOUDEST - LIMITED_LEVEL;
  return Math.sign(sound) * (LIMITED_LEVEL + room * Math.tanh((size - LIMITED_LEVEL) / room));
}

/**
 * Stands behind the volume, so that 60 dB, a thousand times as loud, hurts nobody: what is louder than the limited level
 * is turned down at once and let up again slowly, which sounds better than cutting its tops. The turning down takes a
 * millisecond; what gets through in it is rounded.
 */
export class Limiter {
  readonly #attack: number;
  readonly #release: number;
  #peak = 0;

  constructor(outputHz: number) {
    this.#attack = 1 - Math.exp(-1000 / outputHz);
    this.#release = Math.exp(-1 / (RELEASE_S * outputHz));
  }

  limit(sound: number): number {
    const size = Math.abs(sound);
    this.#peak = size > this.#peak ? this.#peak + this.#attack * (size - this.#peak) : this.#peak * this.#release;
    return round(this.#peak > LIMITED_LEVEL ? (sound * LIMITED_LEVEL) / this.#peak : sound);
  }
}
