import type { GeoSpeedSettings } from '../settings.ts';

const METRES_PER_FOOT = 0.3048;

/** Metres per second; null: no weld spacing is set. */
export function findWeldSpeed(
  intervalS: number,
  { WeldSpace, Metric }: Pick<GeoSpeedSettings, 'WeldSpace' | 'Metric'>,
): number | null {
  const spaceM = Metric ? WeldSpace : WeldSpace * METRES_PER_FOOT;
  return spaceM > 0 && intervalS > 0 ? spaceM / intervalS : null;
}
