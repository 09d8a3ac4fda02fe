import { markTexts } from '@waymark/domain/language/translate';
import { UTC, writeZoneAt, type Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';
import {
  findNearest,
  findStrongest,
  findUp,
  type LineColour,
  type PlotLine,
  type PlotMarker,
  type PlotModel,
  type PlotPoint,
} from '#/ui/plot/plot-model.ts';
import { writeClock } from '#/ui/plot/ticks.ts';
import { ELF_CARRIER_HZ, findEnvelope } from './envelope.ts';
import type { PassageChart } from './passage.data.ts';
import { formatOffset, labelChoice, listTypesOf, readTime, type WaveformChoice } from './passage.view.ts';
import { findSpectrum } from './spectrum.ts';
import {
  readSamples,
  scaleSamples,
  timeSamples,
  WAVEFORM_NAMES,
  type PassageRecord,
  type WaveformType,
} from './waveform.ts';

export const CHART_VIEWS = ['Wave', 'Envelope', 'Spectrum'] as const;
export type ChartView = (typeof CHART_VIEWS)[number];
export const VIEW_LABELS: Readonly<Record<ChartView, string>> = {
  Wave: t('Wave'),
  Envelope: t('Envelope'),
  Spectrum: t('Spectrum'),
};
const DRAWN = markTexts({ Wave: '{waveform} wave', Envelope: '{waveform} envelope', Spectrum: '{waveform} spectrum' });

/** "ELF wave" */
export const nameDrawn = (choice: WaveformChoice, view: ChartView): string =>
  t(DRAWN[view], { waveform: labelChoice(choice) });

interface ChartChoice {
  readonly choice: WaveformChoice;
  readonly view: ChartView;
  /** Drawn below, aligned by passage time; null: none. */
  readonly earlier: PassageChart | null;
  /** The zone of the time axis; undefined: UTC. */
  readonly zone?: Zone;
}

const COLOURS: Readonly<Record<WaveformType, LineColour>> = { 0: 'elf', 1: 'geo', 2: 'mag' };
/** Levels below this are irrelevant for a passage. */
const FLOOR_DB = -90;

interface Wave {
  readonly type: WaveformType;
  readonly record: PassageRecord;
  readonly values: Float64Array;
}

function readWaves({ records }: PassageChart, choice: WaveformChoice): readonly Wave[] {
  return listTypesOf(choice).flatMap((type) => {
    const record = records[type];
    const samples = record && readSamples(record);
    return record && samples ? [{ type, record, values: scaleSamples(samples, type) }] : [];
  });
}

/** Waveforms of several types have different units: each fills its scale. */
function fillScale(values: Float64Array): Float64Array {
  const most = values.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  return most === 0 ? values : values.map((value) => value / most);
}

const passageAt = ({ row }: PassageChart) => readTime(row.passageTimeStamp);

interface LineLook {
  readonly name: string;
  readonly colour: LineColour;
  readonly shiftMs: number;
}

function drawTime(
  { type, record, values }: Wave,
  { name, colour, shiftMs }: LineLook,
  view: ChartView,
): readonly PlotLine[] {
  const { startAt, stepMs } = timeSamples(readTime(record.passageTimeEndOfSnip) + shiftMs, record.samplingRate);
  const line = { start: startAt, step: stepMs };
  if (view !== 'Envelope') return [{ ...line, name, colour, values }];
  const envelope = findEnvelope(type, values, record.samplingRate);
  return [
    { ...line, name, colour: 'quiet', values },
    { ...line, name: t('{waveform} envelope', { waveform: name }), colour, values: envelope, isDashed: true },
  ];
}

function drawSpectrum({ record, values }: Wave, { name, colour }: LineLook): PlotLine {
  const { stepHz, levels } = findSpectrum(values, record.samplingRate);
  return { name, colour, start: 0, step: stepHz, values: levels };
}

function drawWaves(waves: readonly Wave[], view: ChartView, look: (wave: Wave) => LineLook): readonly PlotLine[] {
  return waves.flatMap((wave) =>
    view === 'Spectrum' ? [drawSpectrum(wave, look(wave))] : drawTime(wave, look(wave), view),
  );
}

function drawEarlier(chart: PassageChart, { earlier, choice, view }: ChartChoice): readonly PlotLine[] {
  if (earlier === null || choice === 'All') return [];
  const shiftMs = passageAt(chart) - passageAt(earlier);
  const lines = drawWaves(readWaves(earlier, choice), view, () => ({
    name: t('Count {number}', { number: earlier.row.detectionCount }),
    colour: 'quiet',
    shiftMs,
  }));
  // Two grey waveforms would be unreadable: keeps the envelopes only.
  return view === 'Envelope' ? lines.filter(({ isDashed }) => isDashed) : lines;
}

function markTime({ row }: PassageChart, zone: Zone | undefined): PlotMarker {
  const at = readTime(row.passageTimeStamp);
  return { at, text: writeClock(at, 1, zone), tone: row.isVerified ? 'verified' : 'plain' };
}

/** Marks the detector's own frequency. */
function markCarrier(waves: readonly Wave[]): PlotMarker | null {
  const elf = waves.find(({ type }) => type === 0);
  return elf
    ? { at: ELF_CARRIER_HZ, text: t('{hz} Hz detector', { hz: elf.record.passageDetectedFrequency }), tone: 'plain' }
    : null;
}

function findAcross(lines: readonly PlotLine[]): { readonly from: number; readonly to: number } {
  const ends = lines.map(({ start, step, values }) => start + step * (values.length - 1));
  return { from: Math.min(...lines.map(({ start }) => start)), to: Math.max(...ends) };
}

/** null: there are no samples. */
export function buildChart(chart: PassageChart, chosen: ChartChoice): PlotModel | null {
  const { choice, view, zone } = chosen;
  const found = readWaves(chart, choice);
  if (found.length === 0) return null;
  const isFilled = found.length > 1 && view !== 'Spectrum';
  const waves = isFilled ? found.map((wave) => ({ ...wave, values: fillScale(wave.values) })) : found;
  const own = drawWaves(waves, view, ({ type }) => ({ name: WAVEFORM_NAMES[type], colour: COLOURS[type], shiftMs: 0 }));
  const lines = [...drawEarlier(chart, chosen), ...own];
  const across = findAcross(own);
  if (view === 'Spectrum')
    return { axis: 'frequency', lines, across, up: findUp(lines, FLOOR_DB), marker: markCarrier(waves) };
  return { axis: 'time', zone, lines, across, up: findUp(lines), marker: markTime(chart, zone) };
}

/** The topmost line, whose samples the cursor snaps to. */
function findLeader({ lines }: PlotModel): PlotLine | undefined {
  return lines.at(-1);
}

/** The sample nearest to a position on the horizontal axis. */
export function snapToSample(model: PlotModel, at: number): PlotPoint {
  const leader = findLeader(model);
  return leader ? findNearest(leader, at) : { at, value: 0 };
}

export function findStepOf(model: PlotModel): number {
  return findLeader(model)?.step ?? 1;
}

/** Beside the cursor: "+4.268 s   0.310", "5.33 Hz   -12.3 dB" */
export function readOut(model: PlotModel, at: number, passage: number): string {
  const values = model.lines.filter(({ colour }) => colour !== 'quiet').map((line) => findNearest(line, at).value);
  if (model.axis === 'frequency')
    return [`${at.toFixed(2)} Hz`, ...values.map((value) => `${value.toFixed(1)} dB`)].join('   ');
  return [formatOffset(at - passage), ...values.map((value) => value.toFixed(3))].join('   ');
}

/** Describes the plot for screen readers. */
export function summarise(model: PlotModel, passage: number): string {
  const own = model.lines.filter(({ colour }) => colour !== 'quiet');
  const say = (line: PlotLine) => {
    const { at, value } = findStrongest(line);
    return t('{name}: strongest {value} at {time}, {offset} from the passage time.', {
      name: line.name,
      value: value.toFixed(3),
      time: `${writeClock(at, 1, model.zone)} ${writeZoneAt(at, model.zone ?? UTC)}`,
      offset: formatOffset(at - passage),
    });
  };
  const sayLoudest = (line: PlotLine) => {
    const loudest =
      line.values.length === 0
        ? 0
        : Array.from(line.values).reduce((best, value, at, all) => (value > (all[best] ?? 0) ? at : best), 0);
    return t('{name}: loudest at {hz} Hz.', { name: line.name, hz: (loudest * line.step).toFixed(2) });
  };
  return own.map(model.axis === 'time' ? say : sayLoudest).join(' ');
}
