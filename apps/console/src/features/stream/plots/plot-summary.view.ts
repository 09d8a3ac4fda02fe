import { writeZoneAt } from '@waymark/domain/time/zone';
import type { Pause } from '@waymark/domain/stream/engine-types';
import { t } from '#/language/t.ts';
import { PLOT_TITLES, type PlotName } from './plot-names.ts';
import { formatClock, formatSignal } from './plot-texts.ts';
import { describeLevel } from './draw-signals.ts';
import type { StreamScene } from './stream-scene.ts';

function findPeak(values: Float32Array): number | null {
  let peak: number | null = null;
  for (const value of values)
    if (!Number.isNaN(value) && (peak === null || Math.abs(value) > Math.abs(peak))) peak = value;
  return peak;
}

function findLoudest(values: Float32Array): number | null {
  let loudest: number | null = null;
  for (const value of values) if (!Number.isNaN(value) && (loudest === null || value > loudest)) loudest = value;
  return loudest;
}

const sayPeak = (name: string, values: Float32Array) => {
  const peak = findPeak(values);
  return peak === null
    ? t('{name}: no data.', { name })
    : t('{name}: strongest {value}.', { name, value: formatSignal(peak) });
};

function sayValues(plot: PlotName, { emLines, em, geo, rssi, spectrum, rssiHz }: StreamScene): string {
  if (plot === 'em')
    return emLines
      .filter(({ colour }) => colour !== 'quiet')
      .map(({ name, signal }) => sayPeak(name, em[signal].values))
      .join(' ');
  if (plot === 'geo') return sayPeak(t('Geophone'), geo.high.values);
  if (plot === 'spectrum') return `${describeLevel({ rssiHz, spectrum })}.`;
  const loudest = findLoudest(rssi.values);
  return loudest === null
    ? t('No data.')
    : t('At {hz} Hz at most {level} dB.', { hz: rssiHz, level: loudest.toFixed(0) });
}

/** Describes what a plot showed at the last render, for users of screen readers. */
export function summarisePlot(plot: PlotName, scene: StreamScene, pause: Pause | null): string {
  const { across, zone } = scene;
  const times =
    across && plot !== 'spectrum'
      ? `, ${t('{from} to {to} {zone}', {
          from: formatClock(across.from, zone),
          to: formatClock(across.to, zone),
          zone: writeZoneAt(across.to, zone),
        })}`
      : '';
  return `${PLOT_TITLES[plot]}${times}${pause ? t(', paused') : ''}. ${across ? sayValues(plot, scene) : t('No data yet.')}`;
}
