import { EM_INTERVAL_S, RECORD_CENTRE } from '../../sampling.ts';
import type { Content } from './content.ts';

// Describes the shape of a swell in its record: height, width, asymmetry.

/** Maximum distance of the passage from the centre. */
const SEARCH = 42;
const CENTRAL = 60;
const SIDES = 100;
const REACH = 200;

interface Span {
  readonly left: number;
  readonly right: number;
}

function at(values: Float64Array, index: number): number {
  return values[Math.max(0, Math.min(values.length - 1, index))] ?? 0;
}

function findPeakIndex(envelope: Float64Array): number {
  let best = RECORD_CENTRE;
  for (let index = RECORD_CENTRE - SEARCH; index <= RECORD_CENTRE + SEARCH; index++)
    if (at(envelope, index) > at(envelope, best)) best = index;
  return best;
}

function findSpan(envelope: Float64Array, peakIndex: number, level: number): Span {
  let [left, right] = [peakIndex, peakIndex];
  while (left > 0 && at(envelope, left) > level) left -= 1;
  while (right < envelope.length - 1 && at(envelope, right) > level) right += 1;
  return { left, right };
}

function findLength({ left, right }: Span): number {
  return right - left + 1;
}

function findLean({ left, right }: Span, peakIndex: number): number {
  return Math.log((peakIndex - left + 1) / (right - peakIndex + 1));
}

function measureAsymmetry(envelope: Float64Array, peakIndex: number, floor: number): number {
  let [difference, total] = [0, 0];
  for (let step = 1; step < REACH && peakIndex - step >= 0 && peakIndex + step < envelope.length; step++) {
    const [before, after] = [at(envelope, peakIndex - step), at(envelope, peakIndex + step)];
    difference += Math.abs(before - after);
    total += Math.max(before + after - 2 * floor, 0.1 * floor) + 1e-9;
  }
  return Math.min(difference / total, 5);
}

function countCrossings(envelope: Float64Array, level: number): number {
  let count = 0;
  for (let index = 1; index < envelope.length; index++)
    if (at(envelope, index) > level !== at(envelope, index - 1) > level) count += 1;
  return count;
}

function measureCentralShare(envelope: Float64Array): number {
  let [central, whole] = [0, 1e-9];
  for (let index = 0; index < envelope.length; index++) {
    const power = at(envelope, index) ** 2;
    whole += power;
    if (Math.abs(index - RECORD_CENTRE) < CENTRAL) central += power;
  }
  return central / whole;
}

function compareSides(envelope: Float64Array, peakIndex: number): number {
  let [before, after] = [0, 0];
  for (let step = 1; step <= SIDES; step++) {
    before += at(envelope, peakIndex - step);
    after += at(envelope, peakIndex + step);
  }
  return Math.log((before + 1) / (after + 1));
}

/** Expects an envelope, which has no sign. */
export function measureShape(envelope: Float64Array, { from, to }: Content) {
  const sorted = envelope.slice(from, to).toSorted();
  const floor = at(sorted, sorted.length >> 1);
  const high = at(sorted, Math.floor(sorted.length * 0.95));
  const highest = at(sorted, sorted.length - 1);
  const peakIndex = findPeakIndex(envelope);
  const peak = at(envelope, peakIndex);
  const half = findSpan(envelope, peakIndex, floor + (peak - floor) / 2);
  const foot = findSpan(envelope, peakIndex, floor + (peak - floor) / 5);
  return {
    snr: Math.log((peak + 1) / (floor + 1)),
    highLevel: Math.log((high + 1) / (floor + 1)),
    width: Math.log(findLength(half) * EM_INTERVAL_S),
    footWidth: Math.log(findLength(foot) / findLength(half)),
    asymmetry: measureAsymmetry(envelope, peakIndex, floor),
    lean: findLean(half, peakIndex),
    footLean: findLean(foot, peakIndex),
    crossings: countCrossings(envelope, floor + (peak - floor) / 2),
    centralShare: measureCentralShare(envelope),
    offset: (peakIndex - RECORD_CENTRE) / SEARCH,
    secondPeak: Math.log((highest + 1) / (peak + 1)),
    sides: compareSides(envelope, peakIndex),
    floor: floor / (peak + 1),
  };
}
