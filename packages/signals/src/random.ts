import { HEIGHTS, LIMITS, TAIL_START, WIDTHS } from './normal-layers.ts';

// The only random generator of the package: sfc32, so that a seed reproduces a whole fleet.

const WARM_UP = 12;
const UINT32 = 2 ** 32;
/** Above this mean the normal distribution approximates the Poisson distribution. */
const LARGE_MEAN = 60;

/** Four 32-bit numbers that depend on every character of the text. */
function hashText(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = b ^ Math.imul(a ^ code, 597_399_067);
    b = c ^ Math.imul(b ^ code, 2_869_860_233);
    c = d ^ Math.imul(c ^ code, 951_274_213);
    d = a ^ Math.imul(d ^ code, 2_716_044_179);
  }
  return [a | 0, b | 0, c | 0, (d ^ text.length) | 0];
}

export class Random {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  constructor(seed: string | number) {
    this.#seed = String(seed);
    const [a, b, c, d] = hashText(this.#seed);
    this.#a = a;
    this.#b = b;
    this.#c = c ^ d;
    for (let round = 0; round < WARM_UP; round++) this.#drawInt32();
  }

  /** A child that depends on this generator's seed and the label, not on earlier draws. */
  fork(label: string | number): Random {
    return new Random(`${this.#seed}/${label}`);
  }

  /** A child that depends on earlier draws: every call gives another one. */
  split(): Random {
    return new Random(`${this.#seed}/${this.#drawInt32()},${this.#drawInt32()}`);
  }

  #drawInt32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  unit(): number {
    return (this.#drawInt32() >>> 0) / UINT32;
  }

  uniform(least: number, most: number): number {
    return least + (most - least) * this.unit();
  }

  /** Uniform in the logarithm: as many values from 1 to 10 as from 10 to 100. */
  logUniform(least: number, most: number): number {
    return least * Math.exp(Math.log(most / least) * this.unit());
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  sign(): 1 | -1 {
    return this.chance(0.5) ? 1 : -1;
  }

  angle(): number {
    return this.unit() * 2 * Math.PI;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.unit() * choices.length)] ?? choices[0];
  }

  /** Standard normal distribution. */
  normal(): number {
    const bits = this.#drawInt32();
    const layer = bits & 127;
    return Math.abs(bits) < (LIMITS[layer] ?? 0) ? bits * (WIDTHS[layer] ?? 0) : this.#drawNearEdge(bits, layer);
  }

  #drawNearEdge(bits: number, layer: number): number {
    if (layer === 0) return Math.sign(bits) * this.#drawBeyond();
    const x = bits * (WIDTHS[layer] ?? 0);
    const [outer, inner] = [HEIGHTS[layer] ?? 0, HEIGHTS[layer - 1] ?? 0];
    return outer + this.unit() * (inner - outer) < Math.exp(-0.5 * x * x) ? x : this.normal();
  }

  #drawBeyond(): number {
    for (;;) {
      const x = this.exponential(1 / TAIL_START);
      if (2 * this.exponential(1) >= x * x) return TAIL_START + x;
    }
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.unit()) * mean;
  }

  /** Poisson distribution with the given mean. */
  poisson(mean: number): number {
    if (mean > LARGE_MEAN) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    let count = 0;
    for (let product = this.unit(); product > Math.exp(-mean); product *= this.unit()) count += 1;
    return count;
  }
}
