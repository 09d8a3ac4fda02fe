import { feetToMetres } from '@waymark/domain/units/length';
import { formatCount } from '#/language/numbers.ts';

/** The length of the scale bar. */
export interface MapScale {
  /** "500 ft", "2 mi", "200 m", "50 km" */
  readonly words: string;
  readonly widthPx: number;
}

const EQUATOR_M = 40_075_016.686;
const WORLD_PX = 512;

/** In the Web Mercator projection. */
export const metresPerPx = (lat: number, zoom: number): number =>
  (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom);

/** The greatest of 1, 2 and 5 times a power of ten that is not above. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([5, 2].find((factor) => factor * power <= value) ?? 1);
}

interface Unit {
  readonly name: string;
  readonly metres: number;
}

const US: readonly [Unit, Unit] = [
  { name: 'mi', metres: feetToMetres(5280) },
  { name: 'ft', metres: feetToMetres(1) },
];
const METRIC: readonly [Unit, Unit] = [
  { name: 'km', metres: 1000 },
  { name: 'm', metres: 1 },
];

/** The longest round distance that fits. */
export function chooseScale(perPx: number, mostPx: number, isMetric: boolean): MapScale {
  const [large, small] = isMetric ? METRIC : US;
  const mostM = perPx * mostPx;
  const unit = mostM >= large.metres ? large : small;
  const length = roundDown(mostM / unit.metres);
  return { words: `${formatCount(length)} ${unit.name}`, widthPx: (length * unit.metres) / perPx };
}
