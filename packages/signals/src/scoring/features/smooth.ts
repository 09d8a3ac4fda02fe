import { EM_INTERVAL_S } from '../../sampling.ts';

/** A low pass, forwards and backwards so that peaks are not delayed. */
export function smooth(values: Float64Array, cutoffHz: number): Float64Array {
  const blend = 1 - Math.exp(-2 * Math.PI * cutoffHz * EM_INTERVAL_S);
  const smoothed = Float64Array.from(values);
  let held = values[0] ?? 0;
  for (let at = 0; at < smoothed.length; at++) {
    held += blend * ((smoothed[at] ?? 0) - held);
    smoothed[at] = held;
  }
  for (let at = smoothed.length - 1; at >= 0; at--) {
    held += blend * ((smoothed[at] ?? 0) - held);
    smoothed[at] = held;
  }
  return smoothed;
}
