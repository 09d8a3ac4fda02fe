/** A high-pass filter: one sample in, one out. */
export class HighPass {
  readonly #keep: number;
  #input = 0;
  #output = 0;

  /** `keep`: share of the output that stays from sample to sample, below 1. */
  constructor(keep: number) {
    this.#keep = keep;
  }

  push(sample: number): number {
    this.#output = this.#keep * (this.#output + sample - this.#input);
    this.#input = sample;
    return this.#output;
  }
}
