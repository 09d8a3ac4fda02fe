import { findArea, type PlotSize } from '#/ui/plot/plot-area.ts';
import { getPlotColours, type PlotColours } from '#/ui/plot/plot-colours.ts';
import { setFont } from '#/ui/plot/plot-pen.ts';
import { RunningTicks } from '#/ui/plot/ticks.ts';
import type { SessionState, StreamSession } from '../session/session-types.ts';
import { edgeOf, paintGround, paintSignals } from './paint-plot.ts';
import type { PlotName } from './plot-names.ts';
import { titlePlot } from './plot-titles.view.ts';
import { viewOf } from './stream-view.ts';
import type { StreamScene } from './stream-scene.ts';

const SIZE = { width: 840, height: 520 } as const;
const HEAD_PX = 22;
const GUTTER_PX = 4;
const EDGE_PX = 10;
const SWATCH = { width: 14, gap: 5 } as const;

interface Tile extends PlotSize {
  readonly plot: PlotName;
  readonly x: number;
  readonly y: number;
}

const HALF = (SIZE.width - GUTTER_PX) / 2;

/** Laid out as in the window: EM, Geo under it, RSSI and Spectrum side by side. */
const TILES: readonly Tile[] = [
  { plot: 'em', x: 0, y: 0, width: SIZE.width, height: 178 },
  { plot: 'geo', x: 0, y: 178, width: SIZE.width, height: 178 },
  { plot: 'rssi', x: 0, y: 356, width: HALF, height: 164 },
  { plot: 'spectrum', x: HALF + GUTTER_PX, y: 356, width: HALF, height: 164 },
];

function drawHead(
  context: CanvasRenderingContext2D,
  { plot, width }: Tile,
  state: SessionState,
  colours: PlotColours,
): void {
  const { title, legend, note } = titlePlot(plot, state);
  const middle = HEAD_PX / 2;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = colours.text;
  context.font = `600 11px ${colours.font}`;
  context.fillText(title, EDGE_PX, middle);
  let x = EDGE_PX + context.measureText(title).width + EDGE_PX;
  setFont({ context, colours });
  for (const { name, colour } of legend) {
    context.fillStyle = colours.lines[colour];
    context.fillRect(x, middle - 1, SWATCH.width, 2);
    context.fillStyle = colours.axis;
    context.fillText(name, x + SWATCH.width + SWATCH.gap, middle);
    x += SWATCH.width + SWATCH.gap + context.measureText(name).width + EDGE_PX;
  }
  context.textAlign = 'right';
  context.fillStyle = colours.axis;
  context.fillText(note, width - EDGE_PX, middle);
}

interface Picture {
  readonly scene: StreamScene;
  readonly state: SessionState;
  readonly colours: PlotColours;
  readonly scale: number;
}

function drawTile(context: CanvasRenderingContext2D, tile: Tile, { scene, state, colours, scale }: Picture): void {
  const { plot, x, y, width, height } = tile;
  const size = { width, height: height - HEAD_PX };
  const hasTimes = plot !== 'em';
  context.save();
  context.translate(x, y);
  context.fillStyle = colours.background;
  context.fillRect(0, 0, width, HEAD_PX);
  drawHead(context, tile, state, colours);
  context.translate(0, HEAD_PX);
  const pen = { context, area: findArea(size, edgeOf(hasTimes)), colours, ratio: scale };
  paintGround(pen, plot, scene, size);
  paintSignals(pen, scene, { plot, ticks: new RunningTicks(), hasTimes, hasMeasure: plot === 'geo' });
  context.restore();
}

/** Renders all four plots as they are now, `scale` times as large as on the screen. */
export function renderPlots(session: StreamSession, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width * scale;
  canvas.height = SIZE.height * scale;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const colours = getPlotColours();
  const picture = { scene: viewOf(session).read(), state: session.getState(), colours, scale };
  context.scale(scale, scale);
  context.fillStyle = colours.grid;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  for (const tile of TILES) drawTile(context, tile, picture);
  return canvas;
}
