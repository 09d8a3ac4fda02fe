import { RING_POINTS } from '../spans.ts';

const UNKNOWN = Number.NaN;

/** The last 5,760 points of some channels, numbered from the beginning of the stream; NaN: never arrived. */
export class Ring {
  readonly #channels: readonly Float32Array[];
  #count = 0;

  constructor(channels: number) {
    this.#channels = Array.from({ length: channels }, () => new Float32Array(RING_POINTS).fill(UNKNOWN));
  }

  /** Number of points so far: the number of the newest plus one. */
  get count(): number {
    return this.#count;
  }

  /** Adds points up to `count`; new ones are unknown. */
  grow(count: number): void {
    const from = Math.max(this.#count, count - RING_POINTS);
    for (const values of this.#channels)
      for (let point = from; point < count; point++) values[point % RING_POINTS] = UNKNOWN;
    this.#count = Math.max(this.#count, count);
  }

  /** The storage of one channel: point n is at index n modulo 5,760. */
  open(channel: number): Float32Array {
    return this.#channels[channel] ?? new Float32Array(0);
  }

  read(channel: number, point: number): number {
    return this.#has(point) ? (this.#channels[channel]?.[point % RING_POINTS] ?? UNKNOWN) : UNKNOWN;
  }

  /** Fills `into` with the points that end at `last`. */
  copyWindow(channel: number, last: number, into: Float32Array): void {
    const values = this.open(channel);
    for (let at = 0, point = last - into.length + 1; at < into.length; at++, point++)
      into[at] = this.#has(point) ? (values[point % RING_POINTS] ?? UNKNOWN) : UNKNOWN;
  }

  copyFrom(other: Ring): void {
    for (const [channel, values] of this.#channels.entries()) values.set(other.open(channel));
    this.#count = other.#count;
  }

  clear(): void {
    for (const values of this.#channels) values.fill(UNKNOWN);
    this.#count = 0;
  }

  #has(point: number): boolean {
    return point >= 0 && point < this.#count && point >= this.#count - RING_POINTS;
  }
}
