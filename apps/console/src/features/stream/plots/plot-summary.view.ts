import { writeZoneAt } from '@waymark/domain/time/zone';
import type { Pause } from '@waymark/domain/stream/engine-types';
import { formatClock, formatSignal } from './plot-texts.ts';
import { PLOT_TITLES, type PlotName } from './plot-names.ts';
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
  return peak === null ? `${name}: no data.` : `${name}: strongest ${formatSignal(peak)}.`;
};

function sayValues(plot: PlotName, { emLines, em, geo, rssi, spectrum, rssiHz }: StreamScene): string {
  if (plot === 'em')
    return emLines
      .filter(({ colour }) => colour !== 'quiet')
      .map(({ name, signal }) => sayPeak(name, em[signal].values))
      .join(' ');
  if (plot === 'geo') return sayPeak('Geophone', geo.high.values);
  if (plot === 'spectrum') return `${describeLevel({ rssiHz, spectrum })}.`;
  const loudest = findLoudest(rssi.values);
  return loudest === null ? 'No data.' : `At ${rssiHz} Hz at most ${loudest.toFixed(0)} dB.`;
}

/** Describes what a plot showed at the last render, for users of screen readers. */
export function summarisePlot(plot: PlotName, scene: StreamScene, pause: Pause | null): string {
  const { across, zone } = scene;
  const times =
    across && plot !== 'spectrum'
      ? `, ${formatClock(across.from, zone)} to ${formatClock(across.to, zone)} ${writeZoneAt(across.to, zone)}`
      : '';
  return `${PLOT_TITLES[plot]}${times}${pause ? ', paused' : ''}. ${across ? sayValues(plot, scene) : 'No data yet.'}`;
}
