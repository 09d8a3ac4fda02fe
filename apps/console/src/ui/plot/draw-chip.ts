import { stroke, type PlotPen } from './plot-pen.ts';

export const CHIP = { height: 17, padding: 6, gap: 7 } as const;

export function measureChip({ context }: PlotPen, text: string): number {
  return context.measureText(text).width + 2 * CHIP.padding;
}

/** A short text on its own background, so that it is readable over lines. */
export function drawChipAt(
  { context, colours }: PlotPen,
  text: string,
  left: number,
  top: number,
  width: number,
  edge: string,
): void {
  context.beginPath();
  context.roundRect(left, top, width, CHIP.height, 3);
  context.fillStyle = colours.chip;
  context.fill();
  stroke(context, edge, 1);
  context.fillStyle = colours.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + CHIP.padding, top + CHIP.height / 2 + 0.5);
}

/** Beside the line at `x`, on the side with space. */
export function drawChip(pen: PlotPen, text: string, x: number, top: number, edge: string): void {
  const { area } = pen;
  const width = measureChip(pen, text);
  const hasRoom = x + CHIP.gap + width <= area.right;
  drawChipAt(pen, text, Math.max(area.left, hasRoom ? x + CHIP.gap : x - CHIP.gap - width), top, width, edge);
}
