import { drawUpAxis } from '#/ui/plot/draw-axes.ts';
import type { LivePen } from '#/ui/plot/live-canvas.ts';
import type { PlotArea, PlotSize } from '#/ui/plot/plot-area.ts';
import { drawEm, drawFrequencies, drawGeo, drawRssi, drawSpectrum } from './draw-signals.ts';
import { drawTimePlot, type Placing } from './draw-time-plot.ts';
import type { PlotName } from './plot-names.ts';
import type { StreamScene } from './stream-scene.ts';

const EDGE = { left: 40, right: 10, top: 8, bottom: 20 } as const;
const UP_TICK_PX = 24;
/** Between two plots with the same times. */
const SHARED_BOTTOM = 6;

export function edgeOf(hasTimes: boolean): PlotArea {
  return hasTimes ? EDGE : { ...EDGE, bottom: SHARED_BOTTOM };
}

/** Paints the static part: the axes. */
export function paintGround(pen: LivePen, plot: PlotName, { ups }: StreamScene, { width, height }: PlotSize): void {
  pen.context.fillStyle = pen.colours.background;
  pen.context.fillRect(0, 0, width, height);
  drawUpAxis(pen, ups[plot], UP_TICK_PX);
  if (plot === 'spectrum') drawFrequencies(pen);
}

const OVER_TIME = { em: drawEm, geo: drawGeo, rssi: drawRssi } as const;

/** Paints the moving part: the signals. */
export function paintSignals(pen: LivePen, scene: StreamScene, placing: Placing): void {
  const { plot } = placing;
  if (plot === 'spectrum') drawSpectrum(pen, scene);
  else drawTimePlot(pen, scene, placing, OVER_TIME[plot]);
}
