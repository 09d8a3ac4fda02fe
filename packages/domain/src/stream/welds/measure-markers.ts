import { metresPerSecond, type MetresPerSecond } from '../../units/speed.ts';
import type { GeoSpeedSettings } from '../settings.ts';
import { findWeldSpeed } from './weld-speed.ts';

/** A weld this close to a marker, as a share of the distance between two, is the weld of that marker. */
const NEAR_SHARE = 0.25;

export interface MarkerMeasure {
  readonly deltaS: number;
  /** Seconds from weld to weld. */
  readonly weldS: number;
  /** null: no spacing is set, or both markers have the same time. */
  readonly speed: MetresPerSecond | null;
}

interface Marked {
  /** UTC milliseconds, in either order. */
  readonly from: number;
  readonly to: number;
  readonly welds: readonly number[];
  readonly geoSpeed: GeoSpeedSettings;
}

/** Measures between two markers that stand on welds: n welds between them make n + 1 intervals. */
export function measureMarkers({ from, to, welds, geoSpeed }: Marked): MarkerMeasure {
  const [start, end] = [Math.min(from, to), Math.max(from, to)];
  const inside = welds.filter((at) => at > start && at < end);
  const nearMs = (NEAR_SHARE * (end - start)) / (inside.length + 1);
  const between = inside.filter((at) => at - start > nearMs && end - at > nearMs);
  const deltaS = (end - start) / 1000;
  const weldS = deltaS / (between.length + 1);
  const speed = findWeldSpeed(weldS, geoSpeed);
  return { deltaS, weldS, speed: speed === null ? null : metresPerSecond(speed) };
}
