import type { PlotWindow } from '@waymark/domain/stream/engine-types';
import type { Span } from '#/ui/plot/plot-model.ts';
import type { PlotName } from './plot-names.ts';
import { formatClock, formatDb, formatSignal } from './plot-texts.ts';
import { SPECTRUM, type StreamScene } from './stream-scene.ts';

/** The range of a plot's horizontal axis; null: there is no data yet. */
export function acrossOf(plot: PlotName, { across }: StreamScene): Span | null {
  return plot === 'spectrum' ? SPECTRUM.across : across;
}

function findIndex({ endsAt, stepMs, values }: PlotWindow, at: number): number {
  return Math.min(values.length - 1, Math.max(0, values.length - 1 - Math.round((endsAt - at) / stepMs)));
}

const GAP = '   ';

function readValues(plot: PlotName, { em, emLines, rssi, geo }: StreamScene, index: number): readonly string[] {
  if (plot === 'rssi') return [`${formatDb(rssi.values[index] ?? Number.NaN)} dB`];
  if (plot === 'geo') return [geo.low, geo.high].map(({ values }) => formatSignal(values[index] ?? Number.NaN));
  return emLines
    .filter(({ colour }) => colour !== 'quiet')
    .map(({ signal, name }) => `${name} ${formatSignal(em[signal].values[index] ?? Number.NaN)}`);
}

/** Describes in a few words the values at one position of a plot. */
export function readOut(plot: PlotName, scene: StreamScene, at: number): string {
  const { rssi, spectrum } = scene;
  if (plot === 'spectrum') {
    const index = Math.round((at - SPECTRUM.across.from) / SPECTRUM.step);
    const hz = SPECTRUM.across.from + index * SPECTRUM.step;
    return `${hz.toFixed(1)} Hz${GAP}${formatDb(spectrum.values[index] ?? Number.NaN)} dB`;
  }
  const index = findIndex(rssi, at);
  const values = readValues(plot, scene, index);
  const clock = formatClock(rssi.endsAt - (rssi.values.length - 1 - index) * rssi.stepMs);
  return [clock, ...(values.some((value) => value.includes('NaN')) ? ['no data'] : values)].join(GAP);
}
