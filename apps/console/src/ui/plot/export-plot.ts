import { drawPlot, type PlotPicture } from './draw-plot.ts';
import type { PlotColours } from './plot-colours.ts';

interface ExportedPlot {
  readonly title: string;
  readonly subtitle: string;
  readonly picture: PlotPicture;
  readonly colours: PlotColours;
}

const SIZE = { width: 1200, height: 560 };
const RATIO = 2;
const HEAD_PX = 46;
const EDGE_PX = 16;

/** Draws the legend from the right. */
function drawNames(context: CanvasRenderingContext2D, { model }: PlotPicture, colours: PlotColours): void {
  context.textAlign = 'right';
  let right = SIZE.width - EDGE_PX;
  for (const { name, colour } of model.lines.toReversed()) {
    context.fillStyle = colours.lines[colour];
    context.fillText(name, right, 37);
    right -= context.measureText(name).width + EDGE_PX;
  }
}

/** A self-contained picture; null: the browser cannot create one. */
export function exportPlot({ title, subtitle, picture, colours }: ExportedPlot): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width * RATIO;
  canvas.height = (SIZE.height + HEAD_PX) * RATIO;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.scale(RATIO, RATIO);
  context.fillStyle = colours.background;
  context.fillRect(0, 0, SIZE.width, HEAD_PX);
  context.textBaseline = 'middle';
  context.fillStyle = colours.text;
  context.font = `600 15px ${colours.font}`;
  context.fillText(title, EDGE_PX, 18);
  context.fillStyle = colours.axis;
  context.font = `500 12px ${colours.font}`;
  context.fillText(subtitle, EDGE_PX, 37);
  drawNames(context, picture, colours);
  context.translate(0, HEAD_PX);
  drawPlot(context, SIZE, picture, colours);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
