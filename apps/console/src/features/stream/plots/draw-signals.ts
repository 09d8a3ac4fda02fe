import { drawAcrossLines, drawAcrossTexts } from '#/ui/plot/draw-axes.ts';
import { drawChip } from '#/ui/plot/draw-chip.ts';
import { drawFootTicks } from '#/ui/plot/draw-marks.ts';
import type { LivePen } from '#/ui/plot/live-canvas.ts';
import { toX } from '#/ui/plot/plot-area.ts';
import type { Span } from '@waymark/domain/chart/axis';
import type { LineColour } from '#/ui/plot/plot-model.ts';
import { DOTTED, drawVertical, stroke } from '#/ui/plot/plot-pen.ts';
import {
  createTraceScale,
  fillTraceScale,
  findBandWidth,
  traceBand,
  traceGround,
  traceLine,
  type Series,
} from '#/ui/plot/trace.ts';
import type { Tick } from '#/ui/plot/ticks.ts';
import { formatDb } from './plot-texts.ts';
import { SPECTRUM, type StreamScene } from './stream-scene.ts';

// Draws the signals of each plot. All share one scale object, which is refilled for each line.

const scale = createTraceScale();
const GROUND_ALPHA = 0.18;
const BOLD_PX = 0.7;

function drawLine({ context, colours }: LivePen, { values }: Series, colour: LineColour): void {
  context.beginPath();
  traceLine(context, values, scale);
  context.lineJoin = 'bevel';
  stroke(context, colours.lines[colour], 1);
}

/** Two thin lines: a browser without a graphics card is many times faster with them than with a thick one. */
function drawBoldLine(pen: LivePen, series: Series, colour: LineColour): void {
  scale.zeroY -= BOLD_PX / 2;
  drawLine(pen, series, colour);
  scale.zeroY += BOLD_PX;
  drawLine(pen, series, colour);
}

function fillGround({ context, area, colours }: LivePen, { values }: Series, colour: LineColour): void {
  context.beginPath();
  traceGround(context, values, scale, area.bottom);
  context.globalAlpha = GROUND_ALPHA;
  context.fillStyle = colours.lines[colour];
  context.fill();
  context.globalAlpha = 1;
}

export function drawEm(pen: LivePen, { ups, em, emLines }: StreamScene, across: Span): void {
  for (const { signal, colour, isBold } of emLines) {
    fillTraceScale(scale, pen.area, across, ups.em, em[signal], pen.ratio);
    if (isBold) drawBoldLine(pen, em[signal], colour);
    else drawLine(pen, em[signal], colour);
  }
}

/** Draws the range between the lowest and the highest sound, with a tick for each weld. */
export function drawGeo(pen: LivePen, { ups, geo, welds }: StreamScene, across: Span): void {
  const { context, area, colours, ratio } = pen;
  fillTraceScale(scale, area, across, ups.geo, geo.high, ratio);
  context.beginPath();
  traceBand(context, geo.low.values, geo.high.values, scale);
  stroke(context, colours.lines.geo, findBandWidth(scale));
  drawFootTicks(pen, across, welds, colours.lines.geo);
}

export function drawRssi(pen: LivePen, { ups, rssi }: StreamScene, across: Span): void {
  fillTraceScale(scale, pen.area, across, ups.rssi, rssi, pen.ratio);
  fillGround(pen, rssi, 'rssi');
  drawBoldLine(pen, rssi, 'rssi');
}

const SPECTRUM_TICKS: readonly Tick[] = [10, 14, 18, 22, 26, 30].map((at) => ({ at, text: `${at} Hz` }));

export function drawFrequencies(pen: LivePen): void {
  drawAcrossLines(pen, SPECTRUM.across, SPECTRUM_TICKS);
  drawAcrossTexts(pen, SPECTRUM.across, SPECTRUM_TICKS);
}

/** Draws the spectrum with the chosen frequency and its level. */
export function drawSpectrum(pen: LivePen, scene: StreamScene): void {
  const { ups, spectrum, rssiHz } = scene;
  const { area, colours } = pen;
  fillTraceScale(scale, area, SPECTRUM.across, ups.spectrum, spectrum, pen.ratio);
  fillGround(pen, spectrum, 'spectrum');
  drawBoldLine(pen, spectrum, 'spectrum');
  const x = toX(area, SPECTRUM.across, rssiHz);
  drawVertical(pen, x, colours.lines.elf, 1.2, DOTTED);
  drawChip(pen, describeLevel(scene), x, area.top + 1.5, colours.lines.elf);
}

/** "22.0 Hz −34 dB" */
export function describeLevel({ rssiHz, spectrum }: Pick<StreamScene, 'rssiHz' | 'spectrum'>): string {
  const level = spectrum.values[Math.round((rssiHz - SPECTRUM.across.from) / SPECTRUM.step)] ?? Number.NaN;
  return Number.isNaN(level) ? `${rssiHz.toFixed(1)} Hz` : `${rssiHz.toFixed(1)} Hz ${formatDb(level)} dB`;
}
