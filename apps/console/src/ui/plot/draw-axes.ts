import { toX, toY } from './plot-area.ts';
import type { Span } from '@waymark/domain/chart/axis';
import { drawHorizontal, drawVertical, sharpen, type PlotPen } from './plot-pen.ts';
import { listNumberTicks, type Tick } from './ticks.ts';

export const TICK_PX = { across: 96, up: 44 } as const;
const TEXT_GAP_PX = 7;

/** Draws the values left of the axis, and a line for each. */
export function drawUpAxis(pen: PlotPen, up: Span, tickPx: number = TICK_PX.up): void {
  const { context, area, colours } = pen;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const { at, text } of listNumberTicks(up, (area.bottom - area.top) / tickPx)) {
    const y = sharpen(toY(area, up, at));
    drawHorizontal(pen, y, colours.grid, 1);
    context.fillStyle = colours.axis;
    context.fillText(text.replace('-', '\u2212'), area.left - TEXT_GAP_PX, y);
  }
}

export function drawAcrossLines(pen: PlotPen, across: Span, ticks: readonly Tick[]): void {
  for (const { at } of ticks) drawVertical(pen, sharpen(toX(pen.area, across, at)), pen.colours.grid, 1);
}

/** Draws the values under the axis, centred below their lines, or shifted to stay inside the plot. */
export function drawAcrossTexts({ context, area, colours }: PlotPen, across: Span, ticks: readonly Tick[]): void {
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillStyle = colours.axis;
  for (const { at, text } of ticks) {
    const half = context.measureText(text).width / 2;
    context.fillText(
      text,
      Math.min(area.right - half, Math.max(area.left + half, sharpen(toX(area, across, at)))),
      area.bottom + TEXT_GAP_PX,
    );
  }
}
