import { CHIP, drawChip, drawChipAt, measureChip } from './draw-chip.ts';
import { toX, toY, type PlotArea } from './plot-area.ts';
import type { Span } from '@waymark/domain/chart/axis';
import { DASHED, DOTTED, drawHorizontal, drawVertical, stroke, type PlotPen } from './plot-pen.ts';

// Overlays of running signals.

const TINT = 0.08;
const HANDLE = { width: 8, height: 9, above: 6 } as const;
const TICK = { height: 6, width: 2 } as const;
const ABOVE_FOOT_PX = 10;

export interface Flag {
  readonly text: string;
  readonly value: number;
  readonly colour: 'threshold' | 'weldThreshold';
  /** Distance from the right edge to the flag, in px. */
  readonly offset: number;
}

/** A value outside the visible range is drawn at the edge. */
export function findFlagY(area: PlotArea, up: Span, value: number): number {
  return Math.min(area.bottom, Math.max(area.top, toY(area, up, value)));
}

const isBeyond = (up: Span, value: number) => value > up.to || value < up.from;

function drawChipOf(pen: PlotPen, up: Span, { text, value, colour, offset }: Flag): void {
  const { area, colours } = pen;
  const shown = isBeyond(up, value) ? `${text} ${value > up.to ? '\u2191' : '\u2193'}` : text;
  const width = measureChip(pen, shown);
  const top = Math.min(
    area.bottom - CHIP.height,
    Math.max(area.top - HANDLE.above, findFlagY(area, up, value) - CHIP.height / 2),
  );
  drawChipAt(pen, shown, area.right - offset - width, Math.round(top) + 0.5, width, colours[colour]);
}

/** Dashed lines with name and value in a flag at the right; no line crosses another's flag. */
export function drawFlags(pen: PlotPen, up: Span, flags: readonly Flag[]): void {
  for (const { value, colour } of flags)
    drawHorizontal(pen, findFlagY(pen.area, up, value), pen.colours[colour], 1.1, DASHED);
  for (const flag of flags) drawChipOf(pen, up, flag);
}

/** A highlighted time range, clipped to the visible one. */
export function drawTint({ context, area, colours }: PlotPen, across: Span, from: number, to: number): void {
  const left = Math.max(area.left, toX(area, across, from));
  const right = Math.min(area.right, toX(area, across, to));
  if (right <= left) return;
  context.globalAlpha = TINT;
  context.fillStyle = colours.detected;
  context.fillRect(left, area.top, right - left, area.bottom - area.top);
  context.globalAlpha = 1;
}

const isShown = ({ from, to }: Span, at: number) => at >= from && at <= to;

/** A moment with a description; without a text only the line. */
export function drawMoment(pen: PlotPen, across: Span, at: number, text: string | null): void {
  if (!isShown(across, at)) return;
  const { area, colours } = pen;
  const x = toX(area, across, at);
  drawVertical(pen, x, colours.detected, 1.4);
  if (text !== null) drawChip(pen, text, x, area.top + 1.5, colours.detected);
}

/** Short ticks on the axis. */
export function drawFootTicks(
  { context, area }: PlotPen,
  across: Span,
  times: readonly number[],
  colour: string,
): void {
  context.beginPath();
  for (const at of times) {
    if (isShown(across, at)) {
      const x = toX(area, across, at);
      context.moveTo(x, area.bottom);
      context.lineTo(x, area.bottom - TICK.height);
    }
  }
  stroke(context, colour, TICK.width);
}

/** A line that can be dragged by the handle at its top. */
export function drawHandle(pen: PlotPen, x: number): void {
  const { context, area, colours } = pen;
  drawVertical(pen, x, colours.cursor, 1.2);
  context.beginPath();
  context.roundRect(x - HANDLE.width / 2, area.top - HANDLE.above, HANDLE.width, HANDLE.height, 2);
  context.fillStyle = colours.cursor;
  context.fill();
}

/** The text between two handles, centred if there is space. */
export function drawBetween(pen: PlotPen, fromX: number, untilX: number, text: string): void {
  const { context, area, colours } = pen;
  const width = measureChip(pen, text);
  const top = area.bottom - CHIP.height - ABOVE_FOOT_PX;
  const left = Math.min(area.right - width, Math.max(area.left, (fromX + untilX - width) / 2));
  context.beginPath();
  context.moveTo(fromX, top + CHIP.height / 2);
  context.lineTo(untilX, top + CHIP.height / 2);
  stroke(context, colours.cursor, 1);
  drawChipAt(pen, text, Math.round(left) + 0.5, top + 0.5, width, colours.cursor);
}

/** The pointer's position, and the value there. */
export function drawCrosshair(pen: PlotPen, x: number, y: number, text: string): void {
  const { area, colours } = pen;
  const top = Math.min(area.bottom - CHIP.height, Math.max(area.top, y - CHIP.height - 4));
  drawVertical(pen, x, colours.cursor, 1, DOTTED);
  drawChip(pen, text, x, Math.round(top) + 0.5, colours.cursor);
}
