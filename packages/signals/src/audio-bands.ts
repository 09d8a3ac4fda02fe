import { buildHannWindow, measurePowerSpectrum } from '@waymark/domain/signal/power-spectrum';
import { GEO_RATE_HZ } from './sampling.ts';

// The timbre of a sound in six bytes: the share of its power in each band.

const EDGES_HZ = [5, 20, 40, 70, 120, 200, 400];
export const AUDIO_BANDS = EDGES_HZ.length - 1;
const WINDOW = 512;
const WINDOWS = 8;
const HANN = buildHannWindow(WINDOW);
const WHOLE = 255;

function findBand(frequencyHz: number): number {
  for (let band = 0; band < AUDIO_BANDS; band++)
    if (frequencyHz >= (EDGES_HZ[band] ?? 0) && frequencyHz < (EDGES_HZ[band + 1] ?? 0)) return band;
  return -1;
}

const BAND_OF_BIN = Int8Array.from({ length: WINDOW / 2 + 1 }, (_, bin) => findBand((bin * GEO_RATE_HZ) / WINDOW));

function addPowers(powers: Float64Array, spectrum: Float64Array): void {
  for (let bin = 0; bin < spectrum.length; bin++) {
    const band = BAND_OF_BIN[bin] ?? -1;
    if (band >= 0) powers[band] = (powers[band] ?? 0) + (spectrum[bin] ?? 0);
  }
}

/** Measures the middle 4 s of a record's audio; all 0 if silent. */
export function measureAudioBands(audio: Float32Array): number[] {
  const powers = new Float64Array(AUDIO_BANDS);
  const start = Math.max(0, Math.floor((audio.length - WINDOW * WINDOWS) / 2));
  for (let from = start; from + WINDOW <= audio.length && from < start + WINDOW * WINDOWS; from += WINDOW)
    addPowers(powers, measurePowerSpectrum(audio.subarray(from, from + WINDOW), HANN));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return Array.from(powers, (power) => (total === 0 ? 0 : Math.round((WHOLE * power) / total)));
}
