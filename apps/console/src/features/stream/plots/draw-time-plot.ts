import { drawAcrossLines, drawAcrossTexts } from '#/ui/plot/draw-axes.ts';
import { drawBetween, drawFlags, drawHandle, drawMoment, drawTint } from '#/ui/plot/draw-marks.ts';
import type { LivePen } from '#/ui/plot/live-canvas.ts';
import { toX } from '#/ui/plot/plot-area.ts';
import type { Span } from '@waymark/domain/chart/axis';
import { clipToArea } from '#/ui/plot/plot-pen.ts';
import type { RunningTicks } from '#/ui/plot/ticks.ts';
import type { PlotName } from './plot-names.ts';
import type { StreamScene } from './stream-scene.ts';

// The common parts of the three plots over time.

const TIME_TICK_PX = 84;

export interface Placing {
  readonly plot: PlotName;
  readonly ticks: RunningTicks;
  /** Placed above another plot with the same times. */
  readonly hasTimes: boolean;
  /** Labels the distance between the markers. */
  readonly hasMeasure: boolean;
}

function drawMarkers(pen: LivePen, { markers, measure }: StreamScene, across: Span, hasMeasure: boolean): void {
  if (!markers) return;
  const first = toX(pen.area, across, markers.first);
  const second = toX(pen.area, across, markers.second);
  drawHandle(pen, first);
  drawHandle(pen, second);
  if (hasMeasure) drawBetween(pen, first, second, measure);
}

/** Draws the signals within their time range, and the overlays. */
export function drawTimePlot(
  pen: LivePen,
  scene: StreamScene,
  placing: Placing,
  drawSignals: (pen: LivePen, scene: StreamScene, across: Span) => void,
): void {
  const { across, held, moments, flags } = scene;
  const { plot, ticks, hasTimes, hasMeasure } = placing;
  if (across) {
    const times = ticks.list(across, (pen.area.right - pen.area.left) / TIME_TICK_PX, scene.zone);
    drawAcrossLines(pen, across, times);
    if (hasTimes) drawAcrossTexts(pen, across, times);
    for (const { at, endsAt } of held) drawTint(pen, across, at, endsAt);
    pen.context.save();
    clipToArea(pen);
    drawSignals(pen, scene, across);
    pen.context.restore();
    for (const moment of moments) drawMoment(pen, across, moment.at, moment.plot === plot ? moment.text : null);
  }
  drawFlags(pen, scene.ups[plot], flags[plot]);
  if (across) drawMarkers(pen, scene, across, hasMeasure);
}
