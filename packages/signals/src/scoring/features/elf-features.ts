import { EM_RATE_HZ, IF_HZ, RECORD_CENTRE } from '../../sampling.ts';
import { findContent, takeFloorAway } from './content.ts';
import { measureExpectation } from './expectation.ts';
import { measureShape } from './shape.ts';
import { smooth } from './smooth.ts';
import { measureSpectrum, nameSpectrum } from './spectrum.ts';
import { fitBest, fitEnvelope } from './template-bank.ts';
import { center, dot } from './vector.ts';

const CUTOFF_HZ = 0.8;
const EDGES_HZ = [0, 3, 5, 5.67, 7, 8.4];
/** Samples on both sides of the passage over which the carrier must keep its phase. */
const PHASE_REACH = 30;

interface Carrier {
  readonly inPhase: Float64Array;
  readonly quadrature: Float64Array;
}

function mixDown(samples: Float64Array): Carrier {
  const turn = (2 * Math.PI * IF_HZ) / EM_RATE_HZ;
  return {
    inPhase: smooth(
      samples.map((sample, at) => sample * Math.cos(turn * at)),
      CUTOFF_HZ,
    ),
    quadrature: smooth(
      samples.map((sample, at) => -sample * Math.sin(turn * at)),
      CUTOFF_HZ,
    ),
  };
}

/** A transmitter keeps its frequency; foreign fields drift. */
function measurePhase({ inPhase, quadrature }: Carrier) {
  let [along, across, total] = [0, 0, 1e-9];
  for (let at = RECORD_CENTRE - PHASE_REACH; at < RECORD_CENTRE + PHASE_REACH; at++) {
    const [re, im, nextRe, nextIm] = [
      inPhase[at] ?? 0,
      quadrature[at] ?? 0,
      inPhase[at + 1] ?? 0,
      quadrature[at + 1] ?? 0,
    ];
    const [real, imaginary] = [re * nextRe + im * nextIm, nextIm * re - nextRe * im];
    along += real;
    across += imaginary;
    total += Math.hypot(real, imaginary);
  }
  return {
    driftHz: (Math.atan2(across, along) * EM_RATE_HZ) / (2 * Math.PI),
    coherence: Math.hypot(along, across) / total,
  };
}

export function measureElf(samples: Float64Array, expectedSpeedMps: number | null) {
  const carrier = mixDown(samples);
  const envelope = carrier.inPhase.map((re, at) => Math.hypot(re, carrier.quadrature[at] ?? 0));
  const content = findContent(samples);
  const fit = fitEnvelope(takeFloorAway(envelope, content));
  const coherent = fitBest([carrier.inPhase, carrier.quadrature]);
  const parts = [center(carrier.inPhase), center(carrier.quadrature)];
  const energy = parts.reduce((sum, part) => sum + dot(part, part), 1e-9);
  return {
    ...measureShape(envelope, content),
    likeness: Math.max(...fit.best),
    fitWidth: Math.log(fit.widthS),
    fitKind: fit.kind,
    likenessAlong: fit.best[0],
    likenessAcross: fit.best[1],
    likenessTurning: fit.best[2],
    coherentShare: coherent.energy / energy,
    coherentWidth: Math.log(coherent.template.widthS),
    ...measurePhase(carrier),
    ...nameSpectrum(measureSpectrum(samples, EDGES_HZ)),
    ...measureExpectation('elf', fit.widthS, expectedSpeedMps),
  };
}
