import type { ThresholdPath } from './engine-types.ts';
import type { ThresholdName } from './thresholds.ts';

/** The minimum of an RSSI. */
const WEAKEST_DB = -95;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Rounds a typed value to two decimals first, so that 0.004 counts as 0. */
function limitTypedWeld(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  if (rounded > 1) return 1;
  if (rounded < 0) return 0.2;
  return rounded === 0 ? 0.1 : rounded;
}

/** Limits `value`; the limits depend on how it was set. */
export function limitThreshold(name: ThresholdName, value: number, path: ThresholdPath): number {
  switch (name) {
    case 'mag':
      return Math.max(0.001, value);
    case 'elf':
      return clamp(value, WEAKEST_DB, 0);
    case 'geo':
      return clamp(value, 0.01, 0.6);
    case 'weld':
      return path === 'text' ? limitTypedWeld(value) : clamp(value, 0, 1);
  }
}
