import { FEET_PER_METRE } from '@waymark/domain/units/length';
import type { DistanceUnit } from './distance-unit.ts';

const KM_FROM_M = 10_000;
const toText = (value: number, decimals = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** "2,099 ft" or "640 m", "68.3 km" */
export function formatDistance(metres: number, unit: DistanceUnit): string {
  if (unit === 'feet') return `${toText(metres * FEET_PER_METRE)} ft`;
  return metres < KM_FROM_M ? `${toText(metres)} m` : `${toText(metres / 1000, 1)} km`;
}
