import { writeTime } from '@waymark/domain/time/zoned-text';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { SPANS } from '@waymark/domain/stream/spans';
import { t } from '#/language/t.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError } from '#/ui/toast/toasts.ts';
import { describeLost, listBadges } from './badges.view.ts';
import { describeHold } from './held.view.ts';
import {
  nameScreenshot,
  layoutScreenshot,
  type Measure,
  type PlacedBox,
  type ScreenshotContent,
  type TextLook,
} from './screenshot/screenshot-layout.ts';
import type { StreamSession, SessionState } from './session/session-types.ts';
import { findArea, type PlotSize } from '#/ui/plot/plot-area.ts';
import { getPlotColours, type PlotColours } from '#/ui/plot/plot-colours.ts';
import { setFont } from '#/ui/plot/plot-pen.ts';
import { RunningTicks } from '#/ui/plot/ticks.ts';
import { edgeOf, paintGround, paintSignals } from './plots/paint-plot.ts';
import type { PlotName } from './plots/plot-names.ts';
import { titlePlot } from './plots/plot-titles.view.ts';
import { viewOf } from './plots/stream-view.ts';
import type { StreamScene } from './plots/stream-scene.ts';

const SIZE = { width: 840, height: 520 } as const;

const HEAD_PX = 22;

const GUTTER_PX = 4;

const EDGE_PX = 10;

const SWATCH = { width: 14, gap: 5 } as const;

const HALF = (SIZE.width - GUTTER_PX) / 2;

/** Laid out as in the window: EM, Geo under it, RSSI and Spectrum side by side. */
const TILES: readonly Tile[] = [
  { plot: 'em', x: 0, y: 0, width: SIZE.width, height: 178 },
  { plot: 'geo', x: 0, y: 178, width: SIZE.width, height: 178 },
  { plot: 'rssi', x: 0, y: 356, width: HALF, height: 164 },
  { plot: 'spectrum', x: HALF + GUTTER_PX, y: 356, width: HALF, height: 164 },
];

const TINT = 0.14;

/** A scale that is sharp in print too. */
const SCALE = 2;

const NOT_MADE = t('The screenshot was not made');

/** Saves the whole dialog as a file; `now`: the server's time. */
export async function takeScreenshot(session: StreamSession, now: number): Promise<void> {
  const state = session.getState();
  const { status, span, source } = state;
  const zone = readDeviceZone(session.uid);
  const hold = describeHold(state, session.now(), zone);
  const lost = describeLost(status.lostFrames);
  try {
    const picture = await drawScreenshot({
      plots: renderPlots(session, SCALE),
      scale: SCALE,
      title: t('AGM {uid}', { uid: session.uid }),
      subtitle: t('Realtime Streamer, {span}', { span: t(SPANS.find(({ seconds }) => seconds === span)?.label ?? '') }),
      time: writeTime(status.streamTime ?? now, zone),
      badges: listBadges(state),
      notes: [...(source === 'replay' ? [t('Replay')] : []), ...(lost === null ? [] : [lost])],
      banner: hold && { title: hold.title, text: hold.detections },
    });
    if (picture) saveBlob(nameScreenshot(session.uid, now), picture);
    else showError({ message: NOT_MADE });
  } catch (cause) {
    showError({ message: NOT_MADE, cause });
  }
}

/** A canvas cannot read CSS variables: read their present values. */
interface Colours {
  readonly panel: string;
  readonly border: string;
  readonly warning: string;
  readonly texts: Readonly<Record<TextLook, string>>;
  readonly fonts: Readonly<Record<TextLook, string>>;
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--wm-${name}`).trim();
  const [primary, secondary, sans] = [read('text-primary'), read('text-secondary'), read('font-sans')];
  return {
    panel: read('surface-panel'),
    border: read('border-default'),
    warning: read('status-warning-graphic'),
    texts: { title: primary, strong: primary, body: secondary, quiet: secondary, time: secondary },
    fonts: {
      title: `600 13px ${sans}`,
      strong: `600 11.5px ${sans}`,
      body: `450 12px ${sans}`,
      quiet: `450 11.5px ${sans}`,
      time: `450 12px ${read('font-mono')}`,
    },
  };
}

function drawBox(context: CanvasRenderingContext2D, { look, x, y, width, height }: PlacedBox, colours: Colours): void {
  context.beginPath();
  context.roundRect(x, y, width, height, look === 'banner' ? 0 : 5);
  if (look !== 'badge') {
    context.fillStyle = colours.warning;
    context.globalAlpha = TINT;
    context.fill();
    context.globalAlpha = 1;
  }
  if (look === 'banner') return;
  context.strokeStyle = look === 'detected' ? colours.warning : colours.border;
  context.stroke();
}

interface DialogPicture extends Omit<ScreenshotContent, 'plots'> {
  /** Scales the drawing by `scale` against the screen. */
  readonly plots: HTMLCanvasElement;
  readonly scale: number;
}

/** The whole dialog as a picture; null: the browser cannot create one. */
function drawScreenshot({ plots, scale, ...words }: DialogPicture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const colours = readColours();
  const measure: Measure = (text, look) => {
    context.font = colours.fonts[look];
    return context.measureText(text).width;
  };
  const size = { width: plots.width / scale, height: plots.height / scale };
  const { width, height, plotsTop, boxes, texts } = layoutScreenshot({ ...words, plots: size }, measure);
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  for (const box of boxes) drawBox(context, box, colours);
  context.textBaseline = 'middle';
  for (const { text, look, x, y } of texts) {
    context.font = colours.fonts[look];
    context.fillStyle = colours.texts[look];
    context.fillText(text, x, y);
  }
  context.drawImage(plots, 0, plotsTop, size.width, size.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

interface Tile extends PlotSize {
  readonly plot: PlotName;
  readonly x: number;
  readonly y: number;
}

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
function renderPlots(session: StreamSession, scale: number): HTMLCanvasElement {
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
