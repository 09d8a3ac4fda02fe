import { formatFixed } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
/** The line of a small chart. */
export interface TrendShape {
  readonly points: readonly (readonly [x: number, y: number])[];
}

export const TREND_WIDTH = 64;
export const TREND_HEIGHT = 16;
const MARGIN = 1.5;

type Values = ReadonlyArray<number | null>;

const listKnown = (values: Values): number[] => values.filter((value) => value !== null);

/** Segments without a gap; null without values. The least value is at the bottom. */
export function shapeTrend(values: Values): readonly TrendShape[] | null {
  const known = listKnown(values);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const step = (TREND_WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1);
  const height = TREND_HEIGHT - 2 * MARGIN;
  const shapes: [number, number][][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const share = most === least ? 0.5 : (value - least) / (most - least);
    const point: [number, number] = [MARGIN + at * step, MARGIN + (1 - share) * height];
    const isGap = at === 0 || values[at - 1] === null;
    if (isGap) shapes.push([point]);
    else shapes.at(-1)?.push(point);
  });
  return shapes.map((points) => ({ points }));
}

const describeRange = (values: Values, format: (value: number) => string): string => {
  const known = listKnown(values);
  const [least, most] = [format(Math.min(...known)), format(Math.max(...known))];
  return least === most ? least : t('{least} to {most}', { least, most });
};

const MILLIVOLTS_PER_VOLT = 1000;
export const formatVolts = (millivolts: number): string => `${formatFixed(millivolts / MILLIVOLTS_PER_VOLT, 2)} V`;
export const formatSignal = (dbm: number): string => `${dbm} dBm`;

export const describeBatteryTrend = (values: Values): string =>
  t('Battery of the last 24 hours: {range}', { range: describeRange(values, formatVolts) });
export const describeSignalTrend = (values: Values): string =>
  t('Signal of the last 24 hours: {range}', { range: describeRange(values, formatSignal) });
export function describePassageTrend(values: readonly number[]): string {
  const count = values.reduce((sum, value) => sum + value, 0);
  return t('{count} passage in the last 14 days|{count} passages in the last 14 days', { count });
}
