import { axialField, radialField } from '../../dipole.ts';
import { EM_INTERVAL_S, RECORD_CENTRE, RECORD_SAMPLES } from '../../sampling.ts';
import { center, dot, normalize, removeDirections } from './vector.ts';

// Templates of a passing dipole in 14 widths at 11 offsets, along the pipe and across it.

const WIDTHS = 14;
const NARROWEST_S = 0.12;
const WIDEST_S = 14;
const OFFSETS = [-12, -9, -6, -4, -2, 0, 2, 4, 6, 9, 12];

export interface Template {
  /** Distance divided by speed. */
  readonly widthS: number;
  /** Samples to the right of the centre. */
  readonly offset: number;
  /** Unit vectors, orthogonal to each other and to any straight line. */
  readonly axial: Float64Array;
  readonly radial: Float64Array;
  /**
   * Amplitudes seen by a receiver without phase, as unit vectors with mean 0: along, across, and rotating with the pig.
   */
  readonly envelopes: readonly [Float64Array, Float64Array, Float64Array];
}

/** Offset and slope, which are in every record and never from a pig. */
export const STRAIGHT: readonly [Float64Array, Float64Array] = [
  normalize(new Float64Array(RECORD_SAMPLES).fill(1)),
  normalize(center(Float64Array.from({ length: RECORD_SAMPLES }, (_, at) => at))),
];

function buildTemplate(widthS: number, offset: number): Template {
  const places = Float64Array.from(
    { length: RECORD_SAMPLES },
    (_, at) => ((at - RECORD_CENTRE - offset) * EM_INTERVAL_S) / widthS,
  );
  const along = places.map((x) => axialField(x, 1));
  const across = places.map((x) => radialField(x, 1));
  const axial = normalize(removeDirections(along, STRAIGHT));
  const radial = normalize(removeDirections(across, [...STRAIGHT, axial]));
  const buildEnvelope = (values: Float64Array) => normalize(center(values.map(Math.abs)));
  const both = along.map((value, at) => Math.hypot(value, across[at] ?? 0));
  return {
    widthS,
    offset,
    axial,
    radial,
    envelopes: [buildEnvelope(along), buildEnvelope(across), buildEnvelope(both)],
  };
}

function buildBank(): Template[] {
  const widthsS = Array.from(
    { length: WIDTHS },
    (_, at) => NARROWEST_S * (WIDEST_S / NARROWEST_S) ** (at / (WIDTHS - 1)),
  );
  return widthsS.flatMap((widthS) => OFFSETS.map((offset) => buildTemplate(widthS, offset)));
}

let bank: readonly Template[] | null = null;

/** Built on first use: a server without passages saves 3 MB. */
function getBank(): readonly Template[] {
  bank ??= buildBank();
  return bank;
}

export interface Fit {
  readonly template: Template;
  readonly axial: number;
  readonly radial: number;
  /** Energy explained by the template. */
  readonly energy: number;
}

/** The template that explains the most energy of one or more signals together. */
export function fitBest(signals: readonly Float64Array[]): Fit {
  let best: Fit | null = null;
  for (const template of getBank()) {
    let [axial, radial, energy] = [0, 0, 0];
    for (const signal of signals) {
      axial = dot(template.axial, signal);
      radial = dot(template.radial, signal);
      energy += axial * axial + radial * radial;
    }
    if (best === null || energy > best.energy) best = { template, axial, radial, energy };
  }
  return best ?? { template: buildTemplate(1, 0), axial: 0, radial: 0, energy: 0 };
}

export interface EnvelopeFit {
  readonly widthS: number;
  /** Index of the best envelope kind, and the best correlation of each. */
  readonly kind: number;
  readonly best: readonly [number, number, number];
}

export function fitEnvelope(envelope: Float64Array): EnvelopeFit {
  const shape = normalize(center(envelope));
  const best: [number, number, number] = [-1, -1, -1];
  let [widthS, kind, highest] = [1, 0, -1];
  for (const template of getBank()) {
    template.envelopes.forEach((candidate, index) => {
      const correlation = dot(candidate, shape);
      if (correlation > (best[index] ?? 1)) best[index] = correlation;
      if (correlation <= highest) return;
      [widthS, kind, highest] = [template.widthS, index, correlation];
    });
  }
  return { widthS, kind, best };
}
