function findMiddle(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** 0 for an empty list. */
export function findMedian(values: ArrayLike<number>): number {
  return findMiddle(Float64Array.from(values).toSorted());
}

/** The median of the last `size` values, kept sorted so that each new one costs a shift instead of a sort. */
export class SlidingMedian {
  readonly #sorted: Float64Array;
  readonly #arrived: Float64Array;
  #pushed = 0;

  constructor(size: number) {
    this.#sorted = new Float64Array(size);
    this.#arrived = new Float64Array(size);
  }

  get count(): number {
    return Math.min(this.#pushed, this.#sorted.length);
  }

  push(value: number): void {
    const slot = this.#pushed % this.#arrived.length;
    const isFull = this.#pushed >= this.#arrived.length;
    if (isFull) this.#remove(this.#arrived[slot] ?? 0);
    this.#insert(value, isFull ? this.#arrived.length - 1 : this.#pushed);
    this.#arrived[slot] = value;
    this.#pushed += 1;
  }

  measure(): number {
    return findMiddle(this.#sorted.subarray(0, this.count));
  }

  #findPlace(value: number, length: number): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(value: number, length: number): void {
    const place = this.#findPlace(value, length);
    this.#sorted.copyWithin(place + 1, place, length);
    this.#sorted[place] = value;
  }

  #remove(value: number): void {
    const place = this.#findPlace(value, this.#sorted.length);
    this.#sorted.copyWithin(place, place + 1);
  }
}
