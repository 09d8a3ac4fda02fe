import { findArea, type PlotArea, type PlotSize } from './plot-area.ts';
import type { PlotColours } from './plot-colours.ts';
import { setFont, type PlotPen } from './plot-pen.ts';

/** A pen for running signals: `ratio` screen pixels per px of the area. */
export interface LivePen extends PlotPen {
  readonly ratio: number;
}

export interface Fitting {
  readonly size: PlotSize;
  /** Space around the axes. */
  readonly edge: PlotArea;
  readonly colours: PlotColours;
  readonly ratio: number;
}

interface LivePicture {
  /** A key for the axes: they are not redrawn while it is the same object. */
  readonly ground: object;
  drawGround(pen: LivePen): void;
  drawSignals(pen: LivePen): void;
}

function createPen(canvas: HTMLCanvasElement, { size, edge, colours, ratio }: Fitting): LivePen | null {
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const pen = { context, area: findArea(size, edge), colours, ratio };
  setFont(pen);
  return pen;
}

/** Two canvases on top of each other: the axes, which are redrawn only on a change, and the running signals. */
export class LiveCanvas {
  readonly #ground: LivePen | null;
  readonly #signals: LivePen | null;
  readonly #size: PlotSize;
  #drawn: object | null = null;

  constructor(ground: HTMLCanvasElement, signals: HTMLCanvasElement, fitting: Fitting) {
    this.#size = fitting.size;
    this.#ground = createPen(ground, fitting);
    this.#signals = createPen(signals, fitting);
  }

  draw(picture: LivePicture): void {
    if (!this.#ground || !this.#signals) return;
    if (this.#drawn !== picture.ground) {
      this.#drawn = picture.ground;
      picture.drawGround(this.#ground);
    }
    this.#signals.context.clearRect(0, 0, this.#size.width, this.#size.height);
    picture.drawSignals(this.#signals);
  }
}
