import type { Random } from '../random.ts';
import { EM_RATE_HZ, IF_HZ } from '../sampling.ts';
import { FRAME_ROWS, FRAME_S, RSSI_COUNT } from './stream-scene.ts';

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

export interface RssiBand {
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
export function measureRssi(band: RssiBand, samples: Float64Array, transmitted: number, random: Random): Int8Array {
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
