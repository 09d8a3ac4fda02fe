/** The limited level: half of full scale, -6 dB. */
export const LIMITED_LEVEL = 0.5;
/** The peak of a sudden loud sound: -1.9 dB. */
export const LOUDEST = 0.8;

const RELEASE_S = 0.3;

/** Linear up to the limited level, then compressed, and never above the peak. */
function round(sound: number): number {
  const size = Math.abs(sound);
  if (size <= LIMITED_LEVEL) return sound;
  const room = LOUDEST - LIMITED_LEVEL;
  return Math.sign(sound) * (LIMITED_LEVEL + room * Math.tanh((size - LIMITED_LEVEL) / room));
}

/**
 * A limiter behind the volume, so that a gain of 60 dB does not hurt the listener. Reduces the gain at once and
 * restores it slowly, which sounds better than clipping. The attack takes a millisecond; louder samples in it are
 * rounded.
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
