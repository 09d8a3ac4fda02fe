import { EM_INTERVAL_S } from '../../sampling.ts';
import { findContent } from './content.ts';
import { measureExpectation } from './expectation.ts';
import { measureRhythm } from './rhythm.ts';
import { measureShape } from './shape.ts';
import { smooth } from './smooth.ts';
import { measureSpectrum, nameSpectrum } from './spectrum.ts';
import { findMean } from './vector.ts';

const EDGES_HZ = [0, 0.15, 0.6, 1.4, 2.3, 8.4];
/** Smooths knocks into one swell. */
const CUTOFF_HZ = 0.6;
const SLOPE = Math.round(0.5 / EM_INTERVAL_S);

function measureKurtosis(loudness: Float64Array): number {
  const second = findMean(loudness.map((value) => value ** 2));
  const fourth = findMean(loudness.map((value) => value ** 4));
  return Math.log(fourth / (second * second + 1e-9) + 1e-9);
}

/** Thunder starts suddenly and fades slowly; a pig is symmetric. */
function compareSlopes(envelope: Float64Array): number {
  let [rise, fall] = [0, 0];
  for (let at = SLOPE; at < envelope.length; at++) {
    const change = (envelope[at] ?? 0) - (envelope[at - SLOPE] ?? 0);
    rise = Math.max(rise, change);
    fall = Math.max(fall, -change);
  }
  return Math.log((rise + 1) / (fall + 1));
}

function nameAudio(audio: readonly number[] | null) {
  if (audio === null) return {};
  const total = audio.reduce((sum, share) => sum + share, 1e-9);
  return Object.fromEntries(audio.map((share, band) => [`audio${band}`, share / total]));
}

export function measureGeo(samples: Float64Array, expectedSpeedMps: number | null, audio: readonly number[] | null) {
  const content = findContent(samples);
  const loudness = samples.map(Math.abs);
  const envelope = smooth(loudness, CUTOFF_HZ);
  const shape = measureShape(envelope, content);
  const knock = measureShape(loudness, content);
  const mean = findMean(loudness.subarray(content.from, content.to));
  const spectrum = measureSpectrum(
    loudness.map((value, at) => (at >= content.from && at < content.to ? value - mean : 0)),
    EDGES_HZ,
  );
  return {
    ...shape,
    knockSnr: knock.snr,
    knockHighLevel: knock.highLevel,
    knockWidth: knock.width,
    knockFootWidth: knock.footWidth,
    kurtosis: measureKurtosis(loudness.subarray(content.from, content.to)),
    ...measureRhythm(
      loudness.map((value, at) => value - (envelope[at] ?? 0)),
      loudness,
    ),
    slopes: compareSlopes(envelope),
    ...nameSpectrum(spectrum),
    ...nameAudio(audio),
    ...measureExpectation('geo', Math.exp(shape.width), expectedSpeedMps),
  };
}
