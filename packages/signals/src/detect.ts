import { SlidingMedian } from './median.ts';
import { LEAST_NOISE, RMS_PER_DEVIATION } from './noise-level.ts';
import { EM_INTERVAL_S, type Channel } from './sampling.ts';
import { clampLevel } from './sensitivity.ts';

// The trigger of a device: compares the loudest of the last half second with the noise of the last thirty.

/** By sensitivity, from ultra low to ultra high. */
const THRESHOLDS = [20, 14, 10, 7, 5, 4, 3];
const PEAK_SAMPLES = 8;
const NOISE_SAMPLES = 500;
/** Minimum of noise samples before the trigger starts. */
const LEARNING_SAMPLES = 100;
/** Two lobes, or two pulses of a transmitter, are one passage. */
const SETTLING_SAMPLES = 33;
/** An event is reported after this even if it does not end. */
const LONGEST_SAMPLES = 3333;
const SHORTEST_HOLD_OFF_S = 30;
const HOLD_OFF_WIDTHS = 3;

export function findThreshold(level: number): number {
  return THRESHOLDS[clampLevel(level)] ?? 0;
}

export interface Detection {
  /** Samples from the start of the trigger to the loudest moment. */
  readonly peakIndex: number;
  /** Peak over noise. */
  readonly ratio: number;
  /** From the first to the last moment above the threshold. */
  readonly widthS: number;
}

interface OpenEvent {
  readonly startIndex: number;
  lastIndex: number;
  peakIndex: number;
  peak: number;
  ratio: number;
}

export class Trigger {
  readonly #threshold: number;
  readonly #rmsPerDeviation: number;
  readonly #deviation = new SlidingMedian(NOISE_SAMPLES);
  readonly #recent = new Float64Array(PEAK_SAMPLES);
  #index = -1;
  #deafUntil = 0;
  #event: OpenEvent | null = null;

  constructor(channel: Channel, level: number) {
    this.#rmsPerDeviation = RMS_PER_DEVIATION[channel];
    this.#threshold = findThreshold(level);
  }

  /** Takes the next sample in converter steps; returns a detection once its event is over. */
  push(sample: number): Detection | null {
    this.#index += 1;
    this.#recent[this.#index % PEAK_SAMPLES] = Math.abs(sample);
    this.#deviation.push(Math.abs(sample));
    if (this.#deviation.count < LEARNING_SAMPLES || this.#index < this.#deafUntil) return null;
    const ratio = this.#findPeak() / Math.max(LEAST_NOISE, this.#rmsPerDeviation * this.#deviation.measure());
    if (ratio >= this.#threshold) this.#follow(Math.abs(sample), ratio);
    return this.#event && this.#isOver(this.#event) ? this.#finish(this.#event) : null;
  }

  #findPeak(): number {
    let peak = 0;
    for (const value of this.#recent) if (value > peak) peak = value;
    return peak;
  }

  #follow(size: number, ratio: number): void {
    const at = this.#index;
    this.#event ??= { startIndex: at, lastIndex: at, peakIndex: at, peak: size, ratio };
    const event = this.#event;
    event.lastIndex = at;
    event.ratio = Math.max(event.ratio, ratio);
    if (size <= event.peak) return;
    event.peak = size;
    event.peakIndex = at;
  }

  #isOver(event: OpenEvent): boolean {
    return this.#index - event.lastIndex >= SETTLING_SAMPLES || this.#index - event.startIndex >= LONGEST_SAMPLES;
  }

  #finish({ startIndex, lastIndex, peakIndex, ratio }: OpenEvent): Detection {
    const widthS = Math.max(1, lastIndex - startIndex - PEAK_SAMPLES + 2) * EM_INTERVAL_S;
    this.#deafUntil = peakIndex + Math.round(Math.max(SHORTEST_HOLD_OFF_S, HOLD_OFF_WIDTHS * widthS) / EM_INTERVAL_S);
    this.#event = null;
    return { peakIndex, ratio, widthS };
  }
}

/** All detections in a signal, including one that has not ended. */
export function detectAll(channel: Channel, samples: ArrayLike<number>, level: number): Detection[] {
  const trigger = new Trigger(channel, level);
  const found: Detection[] = [];
  for (let at = 0; at < samples.length + SETTLING_SAMPLES; at++) {
    const detection = trigger.push(samples[at] ?? 0);
    if (detection) found.push(detection);
  }
  return found;
}
