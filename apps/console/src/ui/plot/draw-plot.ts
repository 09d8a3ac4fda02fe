import { drawAcrossLines, drawAcrossTexts, drawUpAxis, TICK_PX } from './draw-axes.ts';
import { CHIP, drawChip } from './draw-chip.ts';
import { findArea, toX, toY, type PlotArea, type PlotSize } from './plot-area.ts';
import type { PlotColours } from './plot-colours.ts';
import type { Span } from '@waymark/domain/chart/axis';
import { findNearest, type PlotLine, type PlotMarker, type PlotModel } from './plot-model.ts';
import { clipToArea, DASHED, DOTTED, drawVertical, setFont, SOLID, stroke, type PlotPen } from './plot-pen.ts';
import { listNumberTicks, listTimeTicks, type Tick } from './ticks.ts';

export interface PlotCursor {
  readonly at: number;
  readonly text: string;
  /** A time is being picked with it. */
  readonly isPicking: boolean;
}

export interface PlotPicture {
  readonly model: PlotModel;
  /** The visible range of the horizontal axis. */
  readonly across: Span;
  readonly cursor: PlotCursor | null;
  /** The range to which the current drag will zoom. */
  readonly selection: Span | null;
}

function listAcross({ axis, zone }: PlotModel, across: Span, { left, right }: PlotArea): readonly Tick[] {
  const most = (right - left) / TICK_PX.across;
  return axis === 'time'
    ? listTimeTicks(across, most, zone)
    : listNumberTicks(across, most).map(({ at, text }) => ({ at, text: `${text} Hz` }));
}

function drawLine(pen: PlotPen, line: PlotLine, across: Span, up: Span): void {
  const { context, area, colours } = pen;
  const index = (at: number) => (at - line.start) / line.step;
  const first = Math.max(0, Math.floor(index(across.from)));
  const last = Math.min(line.values.length - 1, Math.ceil(index(across.to)));
  context.beginPath();
  for (let at = first; at <= last; at++) {
    context.lineTo(toX(area, across, line.start + at * line.step), toY(area, up, line.values[at] ?? 0));
  }
  context.lineJoin = 'round';
  stroke(context, colours.lines[line.colour], line.isDashed ? 1.6 : 1.2, line.isDashed ? DASHED : SOLID);
}

const isShown = ({ from, to }: Span, at: number) => at >= from && at <= to;

function drawMarker(pen: PlotPen, marker: PlotMarker, across: Span): void {
  if (!isShown(across, marker.at)) return;
  const { area, colours } = pen;
  const colour = marker.tone === 'verified' ? colours.verified : colours.cursor;
  const x = toX(area, across, marker.at);
  drawVertical(pen, x, colour, 1.5);
  drawChip(pen, marker.text, x, area.top + 2, colour);
}

function drawCursor(pen: PlotPen, { model, across }: PlotPicture, cursor: PlotCursor): void {
  const { context, area, colours } = pen;
  const colour = cursor.isPicking ? colours.accent : colours.cursor;
  const x = toX(area, across, cursor.at);
  drawVertical(pen, x, colour, cursor.isPicking ? 1.5 : 1, cursor.isPicking ? SOLID : DOTTED);
  for (const line of model.lines) {
    const point = findNearest(line, cursor.at);
    context.beginPath();
    context.arc(toX(area, across, point.at), toY(area, model.up, point.value), 3, 0, 2 * Math.PI);
    context.fillStyle = colours.lines[line.colour];
    context.fill();
  }
  drawChip(pen, cursor.text, x, area.top + CHIP.height + 8, colour);
}

function drawSelection({ context, area, colours }: PlotPen, selection: Span, across: Span): void {
  const [left, right] = [toX(area, across, selection.from), toX(area, across, selection.to)];
  context.fillStyle = colours.selection;
  context.fillRect(left, area.top, right - left, area.bottom - area.top);
}

function drawLines(pen: PlotPen, { model, across }: PlotPicture): void {
  pen.context.save();
  clipToArea(pen);
  for (const line of model.lines) drawLine(pen, line, across, model.up);
  pen.context.restore();
}

/** For a context with CSS pixels as its unit. */
export function drawPlot(
  context: CanvasRenderingContext2D,
  size: PlotSize,
  picture: PlotPicture,
  colours: PlotColours,
): void {
  const pen: PlotPen = { context, area: findArea(size), colours };
  context.fillStyle = colours.background;
  context.fillRect(0, 0, size.width, size.height);
  setFont(pen);
  drawUpAxis(pen, picture.model.up);
  const ticks = listAcross(picture.model, picture.across, pen.area);
  drawAcrossLines(pen, picture.across, ticks);
  drawAcrossTexts(pen, picture.across, ticks);
  if (picture.selection) drawSelection(pen, picture.selection, picture.across);
  drawLines(pen, picture);
  if (picture.model.marker) drawMarker(pen, picture.model.marker, picture.across);
  if (picture.cursor && isShown(picture.across, picture.cursor.at)) drawCursor(pen, picture, picture.cursor);
}
