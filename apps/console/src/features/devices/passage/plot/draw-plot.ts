import { findArea, toX, toY, type PlotArea, type PlotSize } from './plot-area.ts';
import type { PlotColours } from './plot-colours.ts';
import { findNearest, type PlotLine, type PlotMarker, type PlotModel, type Span } from './plot-model.ts';
import { listNumberTicks, listTimeTicks, type Tick } from './ticks.ts';

export interface PlotCursor {
  readonly at: number;
  readonly text: string;
  /** A time is being picked with it. */
  readonly isPicking: boolean;
}

export interface PlotPicture {
  readonly model: PlotModel;
  /** What is shown of the axis across. */
  readonly across: Span;
  readonly cursor: PlotCursor | null;
  /** What a drag will come nearer to. */
  readonly selection: Span | null;
}

interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly area: PlotArea;
  readonly colours: PlotColours;
}

const TICK_PX = { across: 96, up: 44 } as const;
const CHIP = { height: 17, padding: 6, gap: 7 } as const;
const FONT_PX = 11;

/** A line of one pixel lies between two. */
const sharpen = (px: number) => Math.round(px) + 0.5;

function stroke({ context }: Canvas, colour: string, width: number, dash: readonly number[] = []): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash([...dash]);
  context.stroke();
}

function drawVertical(canvas: Canvas, x: number, colour: string, width: number, dash?: readonly number[]): void {
  const { context, area } = canvas;
  context.beginPath();
  context.moveTo(x, area.top);
  context.lineTo(x, area.bottom);
  stroke(canvas, colour, width, dash);
}

function drawUp(canvas: Canvas, up: Span): void {
  const { context, area, colours } = canvas;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const { at, text } of listNumberTicks(up, (area.bottom - area.top) / TICK_PX.up)) {
    const y = sharpen(toY(area, up, at));
    context.beginPath();
    context.moveTo(area.left, y);
    context.lineTo(area.right, y);
    stroke(canvas, colours.grid, 1);
    context.fillStyle = colours.axis;
    context.fillText(text.replace('-', '\u2212'), area.left - 7, y);
  }
}

function listAcross({ axis }: PlotModel, across: Span, { left, right }: PlotArea): readonly Tick[] {
  const most = (right - left) / TICK_PX.across;
  return axis === 'time' ? listTimeTicks(across, most) : listNumberTicks(across, most).map(({ at, text }) => ({ at, text: `${text} Hz` }));
}

function drawAcross(canvas: Canvas, { model, across }: PlotPicture): void {
  const { context, area, colours } = canvas;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const { at, text } of listAcross(model, across, area)) {
    const x = sharpen(toX(area, across, at));
    drawVertical(canvas, x, colours.grid, 1);
    const half = context.measureText(text).width / 2;
    context.fillStyle = colours.axis;
    context.fillText(text, Math.min(area.right - half, Math.max(area.left + half, x)), area.bottom + 7);
  }
}

function drawLine(canvas: Canvas, line: PlotLine, across: Span, up: Span): void {
  const { context, area, colours } = canvas;
  const index = (at: number) => (at - line.start) / line.step;
  const first = Math.max(0, Math.floor(index(across.from)));
  const last = Math.min(line.values.length - 1, Math.ceil(index(across.to)));
  context.beginPath();
  for (let at = first; at <= last; at++) {
    context.lineTo(toX(area, across, line.start + at * line.step), toY(area, up, line.values[at] ?? 0));
  }
  context.lineJoin = 'round';
  stroke(canvas, colours.lines[line.colour], line.isDashed ? 1.6 : 1.2, line.isDashed ? [5, 3] : []);
}

/** Beside the line at `x`, on the side where there is room. */
function drawChip({ context, area, colours }: Canvas, text: string, x: number, y: number, edge: string): void {
  const width = context.measureText(text).width + 2 * CHIP.padding;
  const hasRoom = x + CHIP.gap + width <= area.right;
  const left = Math.max(area.left, hasRoom ? x + CHIP.gap : x - CHIP.gap - width);
  context.beginPath();
  context.roundRect(left, y, width, CHIP.height, 3);
  context.fillStyle = colours.chip;
  context.fill();
  context.setLineDash([]);
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = colours.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + CHIP.padding, y + CHIP.height / 2 + 0.5);
}

const isShown = ({ from, to }: Span, at: number) => at >= from && at <= to;

function drawMarker(canvas: Canvas, marker: PlotMarker, across: Span): void {
  if (!isShown(across, marker.at)) return;
  const { area, colours } = canvas;
  const colour = marker.tone === 'verified' ? colours.verified : colours.cursor;
  const x = toX(area, across, marker.at);
  drawVertical(canvas, x, colour, 1.5);
  drawChip(canvas, marker.text, x, area.top + 2, colour);
}

function drawCursor(canvas: Canvas, { model, across }: PlotPicture, cursor: PlotCursor): void {
  const { context, area, colours } = canvas;
  const colour = cursor.isPicking ? colours.accent : colours.cursor;
  const x = toX(area, across, cursor.at);
  drawVertical(canvas, x, colour, cursor.isPicking ? 1.5 : 1, cursor.isPicking ? [] : [2, 3]);
  for (const line of model.lines) {
    const point = findNearest(line, cursor.at);
    context.beginPath();
    context.arc(toX(area, across, point.at), toY(area, model.up, point.value), 3, 0, 2 * Math.PI);
    context.fillStyle = colours.lines[line.colour];
    context.fill();
  }
  drawChip(canvas, cursor.text, x, area.top + CHIP.height + 8, colour);
}

function drawSelection({ context, area, colours }: Canvas, selection: Span, across: Span): void {
  const [left, right] = [toX(area, across, selection.from), toX(area, across, selection.to)];
  context.fillStyle = colours.selection;
  context.fillRect(left, area.top, right - left, area.bottom - area.top);
}

function drawLines(canvas: Canvas, { model, across }: PlotPicture): void {
  const { context, area } = canvas;
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  context.clip();
  for (const line of model.lines) drawLine(canvas, line, across, model.up);
  context.restore();
}

/** Onto a context whose unit is one CSS pixel. */
export function drawPlot(context: CanvasRenderingContext2D, size: PlotSize, picture: PlotPicture, colours: PlotColours): void {
  const canvas: Canvas = { context, area: findArea(size), colours };
  context.fillStyle = colours.background;
  context.fillRect(0, 0, size.width, size.height);
  context.font = `500 ${FONT_PX}px ${colours.font}`;
  drawUp(canvas, picture.model.up);
  drawAcross(canvas, picture);
  if (picture.selection) drawSelection(canvas, picture.selection, picture.across);
  drawLines(canvas, picture);
  if (picture.model.marker) drawMarker(canvas, picture.model.marker, picture.across);
  if (picture.cursor && isShown(picture.across, picture.cursor.at)) drawCursor(canvas, picture, picture.cursor);
}
