import { getPlotColours } from '../apps/console/src/ui/plot/plot-colours.ts';
import type { PlotName } from '../apps/console/src/features/stream/plots/plot-names.ts';
import type { PlottedSession } from '../apps/console/src/features/stream/plots/plotted-session.ts';
import { viewOf, type StreamView } from '../apps/console/src/features/stream/plots/stream-view.ts';
import { plotSignals, type SignalName, type Signals } from './plots-signals.ts';

// Three ways to draw the same data: the console's plots, plain canvas, and a chart library.

const WIDTH = 840;
const HALF = 418;

interface Panel {
  readonly plot: PlotName;
  readonly width: number;
  readonly height: number;
  readonly signals: readonly SignalName[];
  readonly up: readonly [from: number, to: number];
}

const PANELS: readonly Panel[] = [
  { plot: 'em', width: WIDTH, height: 150, signals: ['elfRaw', 'magRaw', 'elf', 'mag'], up: [-1.5, 1.5] },
  { plot: 'geo', width: WIDTH, height: 150, signals: ['low', 'high'], up: [-1, 1] },
  { plot: 'rssi', width: HALF, height: 140, signals: ['rssi'], up: [-95, -6] },
  { plot: 'spectrum', width: HALF, height: 140, signals: [], up: [-95, -6] },
];

/** Draws one refresh. */
export type Rival = () => void;

function addBox({ width, height }: Panel): HTMLElement {
  const box = document.createElement('div');
  box.style.cssText = `position:relative;width:${width}px;height:${height}px`;
  document.body.append(box);
  return box;
}

function addCanvas(box: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
  box.append(canvas);
  return canvas;
}

/** Shows the plots as the stream dialog does. */
export function showPlots(session: PlottedSession): StreamView {
  const view = viewOf(session);
  const colours = getPlotColours();
  for (const panel of PANELS) {
    const { plot, width, height } = panel;
    const root = addBox(panel);
    const canvases = { root, ground: addCanvas(root), signals: addCanvas(root) };
    view.show({
      plot,
      ...canvases,
      size: { width, height },
      colours,
      hasTimes: plot !== 'em',
      hasMeasure: plot === 'geo',
    });
  }
  return view;
}

/** Draws like the stream dialog: axes, times, thresholds, welds, a held passage. */
export function startConsole(signals: Signals): Rival {
  const view = showPlots(plotSignals(signals));
  return () => view.refresh();
}

const COLOURS = ['#70757c', '#70757c', '#ffa747', '#55bcfa'] as const;

/** Draws only the lines. */
function drawLine(
  context: CanvasRenderingContext2D,
  values: Float32Array,
  { width, height, up: [from, to] }: Panel,
  colour: string,
): void {
  const stepX = width / (values.length - 1);
  const stepY = height / (to - from);
  context.beginPath();
  for (let at = 0; at < values.length; at++) context.lineTo(at * stepX, height - ((values[at] ?? 0) - from) * stepY);
  context.strokeStyle = colour;
  context.stroke();
}

export function startBare({ windows, spectrum }: Signals): Rival {
  const drawn = PANELS.map((panel) => {
    const canvas = addCanvas(addBox(panel));
    canvas.width = panel.width;
    canvas.height = panel.height;
    return {
      panel,
      context: canvas.getContext('2d'),
      lines: panel.plot === 'spectrum' ? [spectrum] : panel.signals.map((name) => windows[name].values),
    };
  });
  return () => {
    for (const { panel, context, lines } of drawn) {
      context?.clearRect(0, 0, panel.width, panel.height);
      lines.forEach((values, at) => context && drawLine(context, values, panel, COLOURS[at] ?? COLOURS[0]));
    }
  };
}

/** Draws lines and two axes, without animation and symbols. */
export async function startEcharts({ windows, spectrum }: Signals): Promise<Rival> {
  const { init } = await import('echarts');
  const charts = PANELS.map((panel) => {
    const chart = init(addBox(panel), null, { renderer: 'canvas' });
    const sources =
      panel.plot === 'spectrum'
        ? [{ endsAt: 30, stepMs: 0.5, values: spectrum }]
        : panel.signals.map((name) => windows[name]);
    const points = sources.map(({ values }) => Array.from(values, () => [0, 0]));
    const line = { type: 'line', showSymbol: false, animation: false, silent: true, lineStyle: { width: 1 } } as const;
    chart.setOption({
      animation: false,
      grid: { left: 40, right: 10, top: 8, bottom: 20 },
      xAxis: { type: panel.plot === 'spectrum' ? 'value' : 'time' },
      yAxis: { type: 'value', min: panel.up[0], max: panel.up[1] },
      series: sources.map(() => line),
    });
    return { chart, sources, points };
  });
  return () => {
    for (const { chart, sources, points } of charts) {
      sources.forEach(({ endsAt, stepMs, values }, series) => {
        points[series]?.forEach((point, at) => {
          point[0] = endsAt - (values.length - 1 - at) * stepMs;
          point[1] = values[at] ?? 0;
        });
      });
      const [{ endsAt, stepMs, values } = windows.rssi] = sources;
      chart.setOption({
        xAxis: { min: endsAt - (values.length - 1) * stepMs, max: endsAt },
        series: points.map((data) => ({ data })),
      });
    }
  };
}
