/** A ring buffer of sounds that are not played yet; it drops the oldest when it is full. */
export class SoundQueue {
  readonly #ring: Float32Array;
  #written = 0;
  #read = 0;

  constructor(capacity: number) {
    this.#ring = new Float32Array(capacity);
  }

  get count(): number {
    return this.#written - this.#read;
  }

  push(sound: number): void {
    this.#ring[this.#written % this.#ring.length] = sound;
    this.#written += 1;
    this.keepNewest(this.#ring.length);
  }

  /** Returns silence when empty. */
  take(): number {
    if (this.count === 0) return 0;
    const sound = this.#ring[this.#read % this.#ring.length] ?? 0;
    this.#read += 1;
    return sound;
  }

  keepNewest(count: number): void {
    this.#read = Math.max(this.#read, this.#written - count);
  }

  /** Fades out the newest sounds, because the next ones are not their continuation. */
  fadeTail(length: number): void {
    const fading = Math.min(length, this.count);
    for (let at = 0; at < fading; at++) {
      const slot = (this.#written - fading + at) % this.#ring.length;
      this.#ring[slot] = (this.#ring[slot] ?? 0) * (1 - (at + 1) / fading);
    }
  }
}
