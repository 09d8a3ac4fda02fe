import { Demodulator } from '@waymark/domain/signal/demodulator';
import { createElfBackground } from '../elf/elf-background.ts';
import { ELF_DISTURBANCES } from '../elf/elf-disturbance.ts';
import { createElfAmplitude, mixToIf } from '../elf/elf-passage.ts';
import type { Random } from '../random.ts';
import { EM_RATE_HZ, IF_HZ } from '../sampling.ts';
import { findFullScale } from '../sensitivity.ts';
import { addSignals, delay, silence, type Signal } from '../source/signal.ts';
import { USUAL_FREQUENCY_HZ } from '../tool.ts';
import { FRAME_ROWS, type StreamScene, FRAME_S, RSSI_COUNT } from './stream-scene.ts';

// Strength at 41 frequencies, each over a Hann window of 1 s. Near the detector it is measured on the detector's own
// signal, so that both agree; elsewhere only noise and the transmitter are simulated.

const FIRST_HZ = 10;
const STEP_HZ = 0.5;
const DETECTOR_REACH_HZ = 2.5;
const WEAKEST_DB = -95;
const HANN = Float64Array.from(
  { length: FRAME_ROWS },
  (_, at) => 1 - Math.cos((2 * Math.PI * (at + 0.5)) / FRAME_ROWS),
);
/** Amplitude of noise with rms 1 under the window, per quadrature. */
const NOISE_PER_QUADRATURE = Math.sqrt(HANN.reduce((sum, weight) => sum + weight * weight, 0) * 2) / FRAME_ROWS;

interface RssiBand {
  readonly detectorHz: number;
  readonly transmitterHz: number | null;
  readonly noiseRms: number;
  readonly fullScale: number;
}

function measureAmplitude(samples: Float64Array, frequencyHz: number): number {
  const turn = (2 * Math.PI * frequencyHz) / EM_RATE_HZ;
  let inPhase = 0;
  let quadrature = 0;
  for (let at = 0; at < FRAME_ROWS; at++) {
    const value = (HANN[at] ?? 0) * (samples[at] ?? 0);
    inPhase += value * Math.cos(turn * at);
    quadrature += value * Math.sin(turn * at);
  }
  return (2 * Math.hypot(inPhase, quadrature)) / FRAME_ROWS;
}

/** Leakage of a tone `offsetHz` beside the measured frequency. */
function leak(offsetHz: number): number {
  const x = offsetHz * FRAME_S;
  if (Math.abs(x) < 1e-6) return 1;
  if (Math.abs(Math.abs(x) - 1) < 1e-6) return 0.5;
  return Math.abs(Math.sin(Math.PI * x) / (Math.PI * x * (1 - x * x)));
}

/** Neighbouring frequencies share half of their window, so their noise is correlated. */
function drawQuadrature(random: Random): Float64Array {
  const independent = Float64Array.from({ length: RSSI_COUNT + 2 }, () => random.normal());
  return Float64Array.from({ length: RSSI_COUNT }, (_, at) => {
    const sides = (independent[at] ?? 0) + (independent[at + 2] ?? 0);
    return (sides + 2 * (independent[at + 1] ?? 0)) / Math.sqrt(6);
  });
}

function toDb(amplitude: number, fullScale: number): number {
  return Math.max(
    WEAKEST_DB,
    Math.min(0, Math.round(20 * Math.log10(Math.max(amplitude, Number.MIN_VALUE) / fullScale))),
  );
}

/** `samples`: a frame of the detector's signal; `transmitted`: the transmitter's strength in the same time. */
function measureRssi(band: RssiBand, samples: Float64Array, transmitted: number, random: Random): Int8Array {
  const inPhase = drawQuadrature(random);
  const quadrature = drawQuadrature(random);
  const noise = band.noiseRms * NOISE_PER_QUADRATURE;
  return Int8Array.from({ length: RSSI_COUNT }, (_, at) => {
    const frequencyHz = FIRST_HZ + at * STEP_HZ;
    const offsetHz = frequencyHz - band.detectorHz;
    if (Math.abs(offsetHz) <= DETECTOR_REACH_HZ)
      return toDb(measureAmplitude(samples, IF_HZ + offsetHz), band.fullScale);
    const tone = band.transmitterHz === null ? 0 : transmitted * leak(frequencyHz - band.transmitterHz);
    return toDb(Math.hypot(tone + noise * (inPhase[at] ?? 0), noise * (quadrature[at] ?? 0)), band.fullScale);
  });
}

/** Noise of the wide band relative to that of a detector. */
const WIDE_NOISE = 2;
const ENVELOPE_CUTOFF_HZ = 0.8;

/** A sample: the first detector's signal, the wide band, and the carrier strength of each detector; in nT. */
export interface ElfRow {
  readonly value: number;
  readonly raw: number;
  readonly strengths: readonly number[];
}

interface Detector {
  readonly signal: Signal;
  readonly demodulator: Demodulator;
}

function createDetector(signal: Signal): Detector {
  return {
    signal,
    demodulator: new Demodulator({ frequencyHz: IF_HZ, rateHz: EM_RATE_HZ, cutoffHz: ENVELOPE_CUTOFF_HZ }),
  };
}

function createPigAmplitude({ site, pig }: StreamScene, random: Random): Signal {
  return pig === null ? silence : delay(createElfAmplitude({ ...pig, site }, random), pig.passesAtS);
}

function createDisturbances({ disturbances }: StreamScene, random: Random): Signal {
  return addSignals(
    ...disturbances.flatMap((one) =>
      one.channel === 'elf' ? [delay(ELF_DISTURBANCES[one.kind](random), one.atS)] : [],
    ),
  );
}

export class ElfStream {
  readonly #first: Detector;
  readonly #others: readonly Detector[];
  readonly #band: RssiBand;
  readonly #pigAmplitude: Signal;
  readonly #random: Random;
  readonly #frame = new Float64Array(FRAME_ROWS);
  #transmitted = 0;
  #row = 0;

  constructor(scene: StreamScene, random: Random) {
    const { site, detectorsHz } = scene;
    const [firstHz = USUAL_FREQUENCY_HZ, ...othersHz] = detectorsHz;
    const transmitterHz = scene.pig?.tool.transmitter?.frequencyHz ?? null;
    const amplitude = createPigAmplitude(scene, random);
    const hearPig = (detectorHz: number) =>
      transmitterHz === null ? silence : mixToIf(amplitude, transmitterHz, detectorHz, random);
    this.#first = createDetector(
      addSignals(createElfBackground(site.noise.elf, random), hearPig(firstHz), createDisturbances(scene, random)),
    );
    this.#others = othersHz.map((hz) =>
      createDetector(addSignals(createElfBackground({ ...site.noise.elf, line: null }, random), hearPig(hz))),
    );
    this.#band = {
      detectorHz: firstHz,
      transmitterHz,
      noiseRms: site.noise.elf.white,
      fullScale: findFullScale('elf', scene.sensitivity.elf),
    };
    this.#pigAmplitude = amplitude;
    this.#random = random;
  }

  next(tS: number): ElfRow {
    const value = this.#first.signal(tS);
    this.#frame[this.#row % FRAME_ROWS] = value;
    this.#row += 1;
    this.#transmitted += Math.abs(this.#pigAmplitude(tS)) / FRAME_ROWS;
    const strengths = [
      this.#first.demodulator.push(value),
      ...this.#others.map(({ signal, demodulator }) => demodulator.push(signal(tS))),
    ];
    return { value, raw: value + WIDE_NOISE * this.#band.noiseRms * this.#random.normal(), strengths };
  }

  /** Measures the frame that ended with the last row. */
  measureRssi(): Int8Array {
    const rssi = measureRssi(this.#band, this.#frame, this.#transmitted, this.#random);
    this.#transmitted = 0;
    return rssi;
  }
}
