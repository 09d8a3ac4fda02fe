import { EM_RATE_HZ, RECORD_CENTRE, RECORD_SAMPLES } from '../../sampling.ts';
import { findContent, takeFloorAway } from './content.ts';
import { measureExpectation } from './expectation.ts';
import { measureShape } from './shape.ts';
import { smooth } from './smooth.ts';
import { measureSpectrum, nameSpectrum } from './spectrum.ts';
import { fitBest, STRAIGHT, type Fit } from './template-bank.ts';
import { dot, removeDirections } from './vector.ts';

const EDGES_HZ = [0, 0.15, 0.5, 1.5, 4, 8.4];
const CUTOFF_HZ = 2;
const SIDES = 180;
const NEAR = 60;

/** Share of the signal within three template widths that the template explains. */
function measureLocalFit(samples: Float64Array, { template, axial, radial }: Fit): number {
  const reach = Math.max(20, Math.min(240, Math.round(3 * template.widthS * EM_RATE_HZ)));
  const middle = RECORD_CENTRE + template.offset;
  const levels = STRAIGHT.map((direction) => dot(direction, samples));
  let [left, total] = [0, 1e-9];
  for (let at = Math.max(0, middle - reach); at < Math.min(RECORD_SAMPLES, middle + reach); at++) {
    const line = STRAIGHT.reduce((sum, direction, index) => sum + (levels[index] ?? 0) * (direction[at] ?? 0), 0);
    const sample = samples[at] ?? 0;
    left += (sample - line - axial * (template.axial[at] ?? 0) - radial * (template.radial[at] ?? 0)) ** 2;
    total += sample ** 2;
  }
  return 1 - left / total;
}

function measureStep(samples: Float64Array): number {
  let difference = 0;
  for (let at = 0; at < SIDES; at++) difference += (samples[RECORD_SAMPLES - 1 - at] ?? 0) - (samples[at] ?? 0);
  return Math.abs(difference) / SIDES;
}

function measureRoughness(samples: Float64Array): number {
  let sum = 0;
  for (let at = 1; at < samples.length; at++) sum += ((samples[at] ?? 0) - (samples[at - 1] ?? 0)) ** 2;
  return sum / (dot(samples, samples) + 1e-9);
}

export function measureMag(raw: Float64Array, expectedSpeedMps: number | null) {
  const content = findContent(raw);
  const samples = takeFloorAway(raw, content);
  const fit = fitBest([samples]);
  const upright = removeDirections(samples, STRAIGHT);
  const near = samples.subarray(RECORD_CENTRE - NEAR, RECORD_CENTRE + NEAR);
  const [most, least] = [Math.max(...near), Math.min(...near)];
  return {
    ...measureShape(smooth(samples.map(Math.abs), CUTOFF_HZ), content),
    explained: fit.energy / (dot(upright, upright) + 1e-9),
    fitWidth: Math.log(fit.template.widthS),
    fitOffset: fit.template.offset,
    localFit: measureLocalFit(samples, fit),
    axialShare: Math.abs(fit.axial) / (Math.hypot(fit.axial, fit.radial) + 1e-9),
    step: measureStep(samples) / (Math.max(most, -least) + 1),
    roughness: measureRoughness(samples),
    lobes: Math.min(most, -least) / (Math.max(most, -least) + 1),
    size: Math.log(Math.hypot(most, least) + 1),
    ...nameSpectrum(measureSpectrum(samples, EDGES_HZ)),
    ...measureExpectation('mag', fit.template.widthS, expectedSpeedMps),
  };
}
