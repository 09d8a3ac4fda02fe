import type { PlotArea } from './plot-area.ts';
import type { PlotColours } from './plot-colours.ts';

/** The target of a plot, and its colours. */
export interface PlotPen {
  readonly context: CanvasRenderingContext2D;
  readonly area: PlotArea;
  readonly colours: PlotColours;
}

const FONT_PX = 11;

export const SOLID: number[] = [];
export const DASHED: number[] = [5, 3];
export const DOTTED: number[] = [2, 3];

/** A line of one pixel must be centred on half a pixel. */
export const sharpen = (px: number) => Math.round(px) + 0.5;

export function setFont({ context, colours }: Pick<PlotPen, 'context' | 'colours'>): void {
  context.font = `500 ${FONT_PX}px ${colours.font}`;
}

export function stroke(context: CanvasRenderingContext2D, colour: string, width: number, dash: number[] = SOLID): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.stroke();
}

export function drawVertical(
  { context, area }: PlotPen,
  x: number,
  colour: string,
  width: number,
  dash?: number[],
): void {
  context.beginPath();
  context.moveTo(x, area.top);
  context.lineTo(x, area.bottom);
  stroke(context, colour, width, dash);
}

export function drawHorizontal(
  { context, area }: PlotPen,
  y: number,
  colour: string,
  width: number,
  dash?: number[],
): void {
  context.beginPath();
  context.moveTo(area.left, y);
  context.lineTo(area.right, y);
  stroke(context, colour, width, dash);
}

/** Clips what follows to the inside of the axes. */
export function clipToArea({ context, area }: PlotPen): void {
  context.beginPath();
  context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  context.clip();
}
