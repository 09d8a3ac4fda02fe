import { createStreamEngine } from '@waymark/domain/stream/engine';
import { CHANNEL, CHANNELS, FRAME_MS, FRAME_ROWS, FRAME_SOUNDS, type StreamFrame } from '@waymark/domain/stream/frame';
import { DEFAULT_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { POINTS } from '@waymark/domain/stream/spans';
import { describe, expect, it } from 'vitest';
import type { LivePen } from '#/ui/plot/live-canvas.ts';
import { findArea } from '#/ui/plot/plot-area.ts';
import { RunningTicks } from '#/ui/plot/ticks.ts';
import { edgeOf, paintSignals } from './paint-plot.ts';
import type { PlotName } from './plot-names.ts';
import type { PlottedSession, PlottedState } from './plotted-session.ts';
import type { StreamScene } from './stream-scene.ts';
import { StreamView } from './stream-view.ts';
import { THRESHOLD_LINES } from './handles/thresholds.view.ts';

const AT = Date.UTC(2026, 2, 17, 23, 24);
const SIZE = { width: 2100, height: 200 };

const COLOURS: LivePen['colours'] = {
  background: 'ground',
  grid: 'grid',
  axis: 'axis',
  cursor: 'cursor',
  text: 'text',
  chip: 'chip',
  accent: 'accent',
  selection: 'selection',
  verified: 'verified',
  threshold: 'threshold',
  weldThreshold: 'weld',
  detected: 'detected',
  font: 'sans',
  lines: { elf: 'elf', geo: 'geo', mag: 'mag', quiet: 'raw', rssi: 'rssi', spectrum: 'spectrum' },
};

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** The fill or stroke colour. */
  readonly colour: unknown;
}

/** A canvas that records its calls. */
function createPen(plot: PlotName): { readonly pen: LivePen; readonly calls: readonly Call[] } {
  const calls: Call[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1 };
  const context = new Proxy(state, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined;
      if (name === 'measureText') return (text: string) => ({ width: 6 * text.length });
      return (...args: readonly unknown[]) => {
        calls.push({ name, args, colour: name === 'stroke' ? state['strokeStyle'] : state['fillStyle'] });
      };
    },
  }) as unknown as CanvasRenderingContext2D;
  return { pen: { context, area: findArea(SIZE, edgeOf(plot !== 'em')), colours: COLOURS, ratio: 1 }, calls };
}

function draw(plot: PlotName, scene: StreamScene) {
  const { pen, calls } = createPen(plot);
  paintSignals(pen, scene, { plot, ticks: new RunningTicks(), hasTimes: plot !== 'em', hasMeasure: plot === 'geo' });
  const texts = calls.filter(({ name }) => name === 'fillText').map(({ args }) => String(args[0]));
  const stroked = calls.filter(({ name }) => name === 'stroke').map(({ colour }) => colour);
  return { calls, texts, stroked, area: pen.area };
}

function frameOf(
  seq: number,
  rows: (row: number) => { readonly mag?: number; readonly elf?: number },
  geo = 0.05,
): StreamFrame {
  const em = new Float32Array(FRAME_ROWS * CHANNELS);
  for (let row = 0; row < FRAME_ROWS; row++) {
    const { mag = 0, elf = 0 } = rows(seq * FRAME_ROWS + row);
    em.fill(-80, row * CHANNELS + CHANNEL.rssi, (row + 1) * CHANNELS);
    em[row * CHANNELS + CHANNEL.rssi + 24] = -34;
    em[row * CHANNELS + CHANNEL.mag] = mag;
    em[row * CHANNELS + CHANNEL.elf] = elf;
  }
  const sounds = Float32Array.from({ length: FRAME_SOUNDS }, (_, at) => (at % 2 === 0 ? geo : -geo));
  return { uid: 1, seq, t: AT + seq * FRAME_MS, geo: sounds, em };
}

interface Made {
  readonly graphing?: Partial<StreamSettings['graphing']>;
  readonly realTime?: Partial<StreamSettings['realTime']>;
  readonly geoSpeed?: Partial<StreamSettings['geoSpeed']>;
  readonly isAutoScaled?: boolean;
}

/** A session with a real engine, without a window or a device. */
function createSession({ graphing, realTime, geoSpeed, isAutoScaled = true }: Made = {}) {
  const settings: StreamSettings = {
    graphing: { ...DEFAULT_SETTINGS.graphing, ...graphing },
    realTime: { ...DEFAULT_SETTINGS.realTime, ...realTime },
    geoSpeed: { ...DEFAULT_SETTINGS.geoSpeed, ...geoSpeed },
  };
  const engine = createStreamEngine({ settings });
  const getState = (): PlottedState => ({
    status: engine.status,
    span: engine.span,
    rssiHz: engine.rssiHz,
    isAutoScaled,
    settings,
    sending: [],
    unsent: engine.status.held,
  });
  const session: PlottedSession = {
    uid: 100_234,
    engine,
    getState,
    setThreshold: (name, value, path) => engine.setThreshold(name, value, path),
  };
  const view = new StreamView(session);
  let now = 0;
  const run = (frames: number, make: (seq: number) => StreamFrame = (seq) => frameOf(seq, () => ({}))) => {
    const first = Math.round(now / FRAME_MS);
    for (let seq = first; seq < first + frames; seq++) {
      engine.push(make(seq));
      for (; now < (seq + 1) * FRAME_MS; now += FRAME_MS / 6) engine.advance(now);
    }
    return view.read();
  };
  return { engine, view, run };
}

describe('the four plots', () => {
  it('[S-025] EM shows mag, ELF and raw if their options are on', () => {
    const lines = (graphing: Partial<StreamSettings['graphing']>) =>
      new Set(
        draw('em', createSession({ graphing }).run(20)).stroked.filter((colour) =>
          ['mag', 'elf', 'raw'].includes(String(colour)),
        ),
      );
    expect(lines({})).toEqual(new Set(['mag', 'elf', 'raw']));
    expect(lines({ ShowRaw: false, ShowELF: false })).toEqual(new Set(['mag']));
    expect(lines({ ShowRaw: false, ShowMAG: false })).toEqual(new Set(['elf']));
  });

  it('[S-026] RSSI shows the level at the chosen frequency', () => {
    const { engine, view, run } = createSession();
    run(20);
    expect(view.read().rssi.values.at(-1)).toBe(-34);
    engine.setRssiHz(18);
    expect(view.read().rssi.values.at(-1)).toBe(-80);
    expect(draw('rssi', view.scene).stroked).toContain('rssi');
  });

  it('[S-027] Geo shows the geophone signal, and a tick for each weld', () => {
    const { run } = createSession({ geoSpeed: { Enable: true } });
    const scene = { ...run(20), welds: [AT + 5000, AT + 9000] };
    const { calls, stroked, area } = draw('geo', scene);
    expect(stroked.filter((colour) => colour === 'geo')).toHaveLength(2);
    const ticks = calls.filter(({ name, args }) => name === 'moveTo' && args[1] === area.bottom);
    expect(ticks).toHaveLength(2);
  });

  it('[S-028] Spectrum shows 10 to 30 Hz, and the level at the chosen frequency', () => {
    const { run } = createSession();
    const { texts, stroked } = draw('spectrum', run(20));
    expect(stroked).toContain('spectrum');
    expect(texts).toContain('22.0 Hz \u221234 dB');
  });

  it('[S-104] a line has 1,016 points', () => {
    const { run } = createSession({ graphing: { ShowRaw: false, ShowELF: false }, realTime: { SendToDB: false } });
    const scene = run(120);
    const { calls } = draw('em', scene);
    const line = calls.slice(
      calls.findLastIndex(
        ({ name }, at) =>
          name === 'beginPath' && calls.slice(at + 1).filter((call) => call.name === 'lineTo').length >= POINTS,
      ),
    );
    const end = line.findIndex(({ name }) => name === 'stroke');
    // The first point is a stroke of its own, so that a single point is visible.
    expect(line.slice(0, end).filter(({ name }) => name === 'lineTo')).toHaveLength(POINTS);
  });

  it('a lost frame leaves a gap in the line', () => {
    const { run, engine, view } = createSession();
    run(10);
    engine.push(frameOf(12, () => ({})));
    for (let now = 10 * FRAME_MS; now < 16 * FRAME_MS; now += 150) engine.advance(now);
    expect(Number.isNaN(view.read().em.mag.values.at(-30))).toBe(true);
    expect(view.scene.em.mag.values.at(-100)).toBe(0);
  });
});

describe('the range of a plot', () => {
  it('[S-108] [S-109] [S-110] the range of a plot is fixed by the requirements without Auto Scale', () => {
    const { ups } = createSession({ isAutoScaled: false }).run(20);
    expect(ups).toMatchObject({ em: { from: -1.5, to: 1.5 }, geo: { from: -1, to: 1 }, rssi: { from: -95, to: -6 } });
  });

  it('the range of a plot fits its values, but never exceeds the limit of the signal', () => {
    const quiet = createSession().run(20);
    expect([quiet.ups.em.to < 0.1, quiet.ups.geo.to < 0.1]).toEqual([true, true]);
    const loud = createSession().run(20, (seq) => frameOf(seq, () => ({ mag: 1.49 }), 0.99));
    expect([loud.ups.em, loud.ups.geo]).toEqual([
      { from: -1.5, to: 1.5 },
      { from: -1, to: 1 },
    ]);
  });

  it('the range of a plot puts the threshold at four fifths if the settings say so', () => {
    const { ups } = createSession({
      graphing: { EMExtents: 'thresh', GeoExtents: 'thresh', RSSIExtents: 'thresh' },
    }).run(20);
    expect(ups.em.to).toBeCloseTo(1, 9);
    expect(ups.geo.to).toBe(1);
    expect((-40 - ups.rssi.from) / (ups.rssi.to - ups.rssi.from)).toBeCloseTo(0.8, 9);
  });
});

describe('a threshold', () => {
  const line = (name: string) => {
    const found = THRESHOLD_LINES.find((each) => each.name === name);
    if (!found) throw new Error(name);
    return found;
  };

  it('draws a threshold with its value, also outside the visible range', () => {
    const { run } = createSession();
    const scene = run(20);
    expect(draw('em', scene).texts).toContain('MAG 0.80 \u2191');
    expect(draw('rssi', scene).texts).toContain('ELF \u221240');
    expect(draw('geo', scene).texts).toEqual(expect.arrayContaining(['Detection 0.90 \u2191', 'Weld 0.90 \u2191']));
  });

  it('[S-075] the weld threshold is dragged between 0 and 1', () => {
    const { engine, view } = createSession();
    const dragTo = (value: number) => {
      view.setThreshold(line('weld'), value);
      return engine.status.thresholds.weld;
    };
    expect([dragTo(0.456), dragTo(1.7), dragTo(-0.4)]).toEqual([0.456, 1, 0]);
  });

  it('[S-076] [S-077] detection thresholds are dragged within their own limits', () => {
    const { engine, view } = createSession();
    view.setThreshold(line('geo'), 0.8);
    view.setThreshold(line('mag'), -1);
    expect(engine.status.thresholds).toMatchObject({ geo: 0.6, mag: 0.001 });
  });
});

describe('while the plots are paused', () => {
  it('[S-063] two markers measure the time between them, in all plots over time', () => {
    const { engine, view, run } = createSession({ geoSpeed: { WeldSpace: 40 } });
    run(40);
    expect(view.getMarkers()).toBeNull();
    engine.pause();
    const { across } = view.read();
    expect(view.getMarkers()).not.toBeNull();
    view.setMarker('first', (across?.to ?? 0) - 20_000);
    view.setMarker('second', (across?.to ?? 0) - 11_050);
    const handles = (plot: PlotName) =>
      draw(plot, view.scene).calls.filter(({ name, colour }) => name === 'fill' && colour === 'cursor').length;
    expect((['em', 'geo', 'rssi', 'spectrum'] as const).map(handles)).toEqual([2, 2, 2, 0]);
    expect(draw('geo', view.scene).texts).toContain('\u0394 8.95 s   weld 8.95 s   3.05 mph');
    view.setMarker('second', (across?.to ?? 0) + 60_000);
    expect(view.getMarkers()?.second).toBe(across?.to);
    engine.resume();
    view.read();
    expect(view.getMarkers()).toBeNull();
  });

  it('a held passage is tinted from its trigger to its capture, and labelled', () => {
    const { engine, view, run } = createSession({ realTime: { MagEn: true, SendToDB: false } });
    run(40, (seq) => frameOf(seq, (row) => ({ mag: row === 200 ? 1 : 0 })));
    const [held] = engine.status.held;
    if (!held) throw new Error('nothing was held');
    const { calls, texts, area } = draw('em', view.scene);
    expect(texts).toContain('MAG 23:24:12.000');
    const tint = calls.find(({ name, colour }) => name === 'fillRect' && colour === 'detected');
    const pxPerMs = (area.right - area.left) / 60_900;
    expect(tint?.args[2]).toBeCloseTo((held.endsAt - held.at) * pxPerMs, 0);
    expect(draw('rssi', view.scene).texts).not.toContain('MAG 23:24:12.000');
  });
});
