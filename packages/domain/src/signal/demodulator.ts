// Measures the strength of a carrier: mixes it down to 0 Hz, smooths it, and takes the amplitude at any phase.

export interface Carrier {
  readonly frequencyHz: number;
  readonly rateHz: number;
  /** Faster changes of the strength are smoothed away. */
  readonly cutoffHz: number;
}

/** Returns the current amplitude for each sample. Two smoothing stages delay it by about 1/(3 cutoff) s. */
export class Demodulator {
  readonly #step: number;
  readonly #blend: number;
  #count = 0;
  #cosine = [0, 0];
  #sine = [0, 0];

  constructor({ frequencyHz, rateHz, cutoffHz }: Carrier) {
    this.#step = (2 * Math.PI * frequencyHz) / rateHz;
    this.#blend = 1 - Math.exp((-2 * Math.PI * cutoffHz) / rateHz);
  }

  push(sample: number): number {
    const angle = this.#step * this.#count;
    this.#count += 1;
    const inPhase = this.#smooth(this.#cosine, sample * Math.cos(angle));
    const quadrature = this.#smooth(this.#sine, sample * Math.sin(angle));
    return 2 * Math.hypot(inPhase, quadrature);
  }

  #smooth(stages: number[], value: number): number {
    let input = value;
    for (let stage = 0; stage < stages.length; stage++) {
      input = (stages[stage] ?? 0) + this.#blend * (input - (stages[stage] ?? 0));
      stages[stage] = input;
    }
    return input;
  }
}

function smoothBothWays(values: Float64Array, blend: number): void {
  let held = values[0] ?? 0;
  for (let at = 0; at < values.length; at++) {
    held += blend * ((values[at] ?? 0) - held);
    values[at] = held;
  }
  for (let at = values.length - 1; at >= 0; at--) {
    held += blend * ((values[at] ?? 0) - held);
    values[at] = held;
  }
}

/** The amplitude at every sample of a whole record, smoothed forwards and backwards so that peaks are not delayed. */
export function measureEnvelope(samples: ArrayLike<number>, { frequencyHz, rateHz, cutoffHz }: Carrier): Float64Array {
  const step = (2 * Math.PI * frequencyHz) / rateHz;
  const blend = 1 - Math.exp((-2 * Math.PI * cutoffHz) / rateHz);
  const inPhase = new Float64Array(samples.length);
  const quadrature = new Float64Array(samples.length);
  for (let at = 0; at < samples.length; at++) {
    inPhase[at] = (samples[at] ?? 0) * Math.cos(step * at);
    quadrature[at] = (samples[at] ?? 0) * Math.sin(step * at);
  }
  smoothBothWays(inPhase, blend);
  smoothBothWays(quadrature, blend);
  return inPhase.map((value, at) => 2 * Math.hypot(value, quadrature[at] ?? 0));
}
