import type { ThresholdName, Thresholds } from '@waymark/domain/stream/thresholds';
import { t } from '#/language/t.ts';
import type { Flag } from '#/ui/plot/draw-marks.ts';
import type { PlotName } from '../plot-names.ts';
import { formatDb } from '../plot-texts.ts';

// The place of each threshold, and how the user moves it. The domain package checks its value.

export interface ThresholdLine {
  readonly name: ThresholdName;
  readonly plot: PlotName;
  /** Text of its flag. */
  readonly short: string;
  readonly label: string;
  /** Least value that the user can set. */
  readonly least: number;
  readonly most: number;
  /** Step of an arrow key. */
  readonly step: number;
  readonly colour: Flag['colour'];
  readonly offset: number;
}

/** Placed beside the flag of the detection. */
const WELD_OFFSET_PX = 112;
const EDGE_PX = 4;

export const THRESHOLD_LINES: readonly ThresholdLine[] = [
  {
    name: 'mag',
    plot: 'em',
    short: 'MAG',
    label: t('MAG threshold'),
    least: 0.001,
    most: 1.5,
    step: 0.01,
    colour: 'threshold',
    offset: EDGE_PX,
  },
  {
    name: 'geo',
    plot: 'geo',
    short: t('Detection'),
    label: t('Geo detection threshold'),
    least: 0.01,
    most: 0.6,
    step: 0.01,
    colour: 'threshold',
    offset: EDGE_PX,
  },
  {
    name: 'weld',
    plot: 'geo',
    short: t('Weld'),
    label: t('Weld threshold line'),
    least: 0,
    most: 1,
    step: 0.01,
    colour: 'weldThreshold',
    offset: WELD_OFFSET_PX,
  },
  {
    name: 'elf',
    plot: 'rssi',
    short: 'ELF',
    label: t('ELF threshold'),
    least: -95,
    most: 0,
    step: 1,
    colour: 'threshold',
    offset: EDGE_PX,
  },
];

export function formatThreshold(name: ThresholdName, value: number): string {
  if (name === 'elf') return formatDb(value);
  return value < 0.01 && value > 0 ? value.toFixed(3) : value.toFixed(2);
}

export function listFlags(thresholds: Thresholds): Readonly<Record<PlotName, readonly Flag[]>> {
  const flags: Record<PlotName, Flag[]> = { em: [], geo: [], rssi: [], spectrum: [] };
  for (const { name, plot, short, colour, offset } of THRESHOLD_LINES) {
    const value = thresholds[name];
    flags[plot].push({ text: `${short} ${formatThreshold(name, value)}`, value, colour, offset });
  }
  return flags;
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The new value of a threshold after a key press; null: the key does not change it. */
export function moveThreshold({ least, most, step }: ThresholdLine, value: number, key: string): number | null {
  if (key === 'Home') return least;
  if (key === 'End') return most;
  const steps = KEY_STEPS[key];
  if (steps === undefined) return null;
  return Math.min(most, Math.max(least, Math.round(value / step + steps) * step));
}
