import type { PlotWindow } from '@waymark/domain/stream/engine-types';
import { drawCrosshair, findFlagY } from '#/ui/plot/draw-marks.ts';
import { LiveCanvas, type LivePen } from '#/ui/plot/live-canvas.ts';
import { findArea, fromX, toX, type PlotArea, type PlotSize } from '#/ui/plot/plot-area.ts';
import type { PlotColours } from '#/ui/plot/plot-colours.ts';
import { RunningTicks } from '#/ui/plot/ticks.ts';
import type { Placing } from './draw-time-plot.ts';
import { MARKERS } from './handles/markers.view.ts';
import { edgeOf, paintGround, paintSignals } from './paint-plot.ts';
import { SPECTRUM, type StreamScene } from './stream-scene.ts';
import { THRESHOLD_LINES } from './handles/thresholds.view.ts';
import type { Span } from '@waymark/domain/chart/axis';
import { t } from '#/language/t.ts';
import type { PlotName } from './plot-names.ts';
import { formatClock, formatDb, formatSignal } from './plot-texts.ts';

const GAP = '   ';

export interface StagePlan {
  readonly plot: PlotName;
  /** The element contains the handles and gets their positions as CSS variables. */
  readonly root: HTMLElement;
  readonly ground: HTMLCanvasElement;
  readonly signals: HTMLCanvasElement;
  readonly size: PlotSize;
  readonly colours: PlotColours;
  readonly hasTimes: boolean;
  readonly hasMeasure: boolean;
}

/** A plot on the screen, with its size and colours. */
export class Stage {
  readonly area: PlotArea;
  readonly #plan: StagePlan;
  readonly #scene: StreamScene;
  readonly #canvas: LiveCanvas;
  readonly #placing: Placing;
  readonly #places = new Map<string, number>();
  #pointer: { readonly x: number; readonly y: number } | null = null;

  constructor(plan: StagePlan, scene: StreamScene) {
    const { plot, ground, signals, size, colours, hasTimes, hasMeasure } = plan;
    const edge = edgeOf(hasTimes);
    this.#plan = plan;
    this.#scene = scene;
    this.area = findArea(size, edge);
    this.#canvas = new LiveCanvas(ground, signals, { size, edge, colours, ratio: window.devicePixelRatio });
    this.#placing = { plot, ticks: new RunningTicks(), hasTimes, hasMeasure };
  }

  // The value that the canvas requests.
  get ground(): object {
    return this.#scene.ups[this.#plan.plot];
  }

  drawGround(pen: LivePen): void {
    paintGround(pen, this.#plan.plot, this.#scene, this.#plan.size);
  }

  drawSignals(pen: LivePen): void {
    paintSignals(pen, this.#scene, this.#placing);
    this.#drawPointer(pen);
  }

  draw(): void {
    this.#canvas.draw(this);
    this.#placeHandles();
  }

  /** null: the pointer has left the plot. */
  point(pointer: { readonly x: number; readonly y: number } | null): void {
    const { left, right } = this.area;
    this.#pointer = pointer === null || pointer.x < left || pointer.x > right ? null : pointer;
    this.draw();
  }

  #drawPointer(pen: LivePen): void {
    const { plot } = this.#plan;
    const across = acrossOf(plot, this.#scene);
    if (this.#pointer === null || across === null) return;
    const { x, y } = this.#pointer;
    drawCrosshair(pen, x, y, readOut(plot, this.#scene, fromX(this.area, across, x)));
  }

  #placeHandles(): void {
    const { plot } = this.#plan;
    const { ups, markers, across, flags } = this.#scene;
    let flag = 0;
    for (const line of THRESHOLD_LINES) {
      if (line.plot === plot) {
        this.#place(`--${line.name}-y`, findFlagY(this.area, ups[plot], flags[plot][flag]?.value ?? 0));
        flag += 1;
      }
    }
    if (markers && across)
      for (const name of MARKERS) this.#place(`--${name}-x`, toX(this.area, across, markers[name]));
  }

  #place(variable: string, px: number): void {
    const rounded = Math.round(px * 2) / 2;
    if (this.#places.get(variable) === rounded) return;
    this.#places.set(variable, rounded);
    this.#plan.root.style.setProperty(variable, `${rounded}px`);
  }
}

/** The range of a plot's horizontal axis; null: there is no data yet. */
function acrossOf(plot: PlotName, { across }: StreamScene): Span | null {
  return plot === 'spectrum' ? SPECTRUM.across : across;
}

function findIndex({ endsAt, stepMs, values }: PlotWindow, at: number): number {
  return Math.min(values.length - 1, Math.max(0, values.length - 1 - Math.round((endsAt - at) / stepMs)));
}

function readValues(plot: PlotName, { em, emLines, rssi, geo }: StreamScene, index: number): readonly string[] {
  if (plot === 'rssi') return [`${formatDb(rssi.values[index] ?? Number.NaN)} dB`];
  if (plot === 'geo') return [geo.low, geo.high].map(({ values }) => formatSignal(values[index] ?? Number.NaN));
  return emLines
    .filter(({ colour }) => colour !== 'quiet')
    .map(({ signal, name }) => `${name} ${formatSignal(em[signal].values[index] ?? Number.NaN)}`);
}

/** Describes in a few words the values at one position of a plot. */
function readOut(plot: PlotName, scene: StreamScene, at: number): string {
  const { rssi, spectrum } = scene;
  if (plot === 'spectrum') {
    const index = Math.round((at - SPECTRUM.across.from) / SPECTRUM.step);
    const hz = SPECTRUM.across.from + index * SPECTRUM.step;
    return `${hz.toFixed(1)} Hz${GAP}${formatDb(spectrum.values[index] ?? Number.NaN)} dB`;
  }
  const index = findIndex(rssi, at);
  const values = readValues(plot, scene, index);
  const clock = formatClock(rssi.endsAt - (rssi.values.length - 1 - index) * rssi.stepMs, scene.zone);
  return [clock, ...(values.some((value) => value.includes('NaN')) ? [t('no data')] : values)].join(GAP);
}
