import { readDeviceZone } from '#/ui/clock/zones.ts';
import type { CapturedPassage, PlotWindow } from '@waymark/domain/stream/engine-types';
import { measureMarkers } from '@waymark/domain/stream/welds/measure-markers';
import type { Extents } from '@waymark/domain/stream/settings';
import type { Thresholds } from '@waymark/domain/stream/thresholds';
import type { Span } from '@waymark/domain/chart/axis';
import { describeMeasure, keepMarkers, placeMarkers, type Markers } from './handles/markers.view.ts';
import { PLOTS, type PlotName } from './plot-names.ts';
import type { PlottedSession, PlottedState } from './plotted-session.ts';
import { listEmLines, listMoments, SPECTRUM, type StreamScene } from './stream-scene.ts';
import { listFlags } from './handles/thresholds.view.ts';
import { fitThreshold, fitValues, LIMITS, SteadyRange, type Limits } from './plot-ranges.ts';

const NO_EXTREMES: Readonly<Extremes> = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };

const RULES: Readonly<Record<PlotName, Rule>> = {
  em: { limits: LIMITS.em, extents: ({ settings }) => settings.graphing.EMExtents, threshold: ({ mag }) => mag },
  geo: { limits: LIMITS.geo, extents: ({ settings }) => settings.graphing.GeoExtents, threshold: ({ geo }) => geo },
  rssi: { limits: LIMITS.level, extents: ({ settings }) => settings.graphing.RSSIExtents, threshold: ({ elf }) => elf },
  spectrum: { limits: LIMITS.level, extents: () => 'extents', threshold: ({ elf }) => elf },
};

/** The vertical axis of each plot, from Auto Scale and the settings. */
class SceneRanges {
  readonly #ranges: Readonly<Record<PlotName, SteadyRange>> = {
    em: new SteadyRange(LIMITS.em.whole),
    geo: new SteadyRange(LIMITS.geo.whole),
    rssi: new SteadyRange(LIMITS.level.whole),
    spectrum: new SteadyRange(LIMITS.level.whole),
  };
  /** A threshold is being dragged: keep the axis still under the pointer. */
  isHeld = false;

  shown(plot: PlotName): Span {
    return this.#ranges[plot].shown;
  }

  follow(plot: PlotName, { state, at, isAfresh }: Shown, extremes: Extremes): void {
    if (this.isHeld) return;
    const range = this.#ranges[plot];
    const { limits, extents, threshold } = RULES[plot];
    if (!state.isAutoScaled) range.set(limits.whole);
    else if (extents(state) === 'thresh') range.set(fitThreshold(threshold(state.status.thresholds), limits));
    // The whole range was shown only because there was no value.
    else if (isAfresh || range.shown === limits.whole) range.set(fitValues(extremes.low, extremes.high, limits));
    else range.follow(fitValues(extremes.low, extremes.high, limits), at);
  }
}

/** Refilled at every refresh. */
type MutableScene = { -readonly [Part in keyof StreamScene]: StreamScene[Part] };

const listHeld = ({ unsent, sending }: PlottedState): readonly CapturedPassage[] => [...unsent, ...sending];

const DECIDING = ['span', 'settings', 'isAutoScaled', 'rssiHz'] as const;

/** True: discard the previous ranges, they belong to other data. */
function isAnother(state: PlottedState, before: PlottedState | null): boolean {
  return before === null || DECIDING.some((part) => state[part] !== before[part]);
}

/** Reads the scene of the plots from the engine, and reuses each object that has not changed. */
export class SceneReader {
  readonly scene: StreamScene;
  readonly ranges = new SceneRanges();
  readonly #session: PlottedSession;
  readonly #scene: MutableScene & { readonly ups: Record<PlotName, Span> };
  readonly #across = { from: 0, to: 0 };
  readonly #extremes: Extremes = { ...NO_EXTREMES };
  readonly #listFlags = rememberLast(listFlags);
  readonly #listMoments = rememberLast((annotations: Parameters<typeof listMoments>[0]) =>
    listMoments(annotations, this.#scene.zone),
  );
  readonly #listEmLines = rememberLast(listEmLines);
  readonly #listHeld = rememberLast(listHeld);
  #state: PlottedState | null = null;

  constructor(session: PlottedSession) {
    const { engine } = session;
    const state = session.getState();
    this.#session = session;
    this.#scene = {
      across: null,
      ups: {
        em: this.ranges.shown('em'),
        geo: this.ranges.shown('geo'),
        rssi: this.ranges.shown('rssi'),
        spectrum: this.ranges.shown('spectrum'),
      },
      rssiHz: state.rssiHz,
      zone: readDeviceZone(session.uid),
      emLines: [],
      em: {
        mag: engine.readEm('mag'),
        elf: engine.readEm('elf'),
        magRaw: engine.readEm('magRaw'),
        elfRaw: engine.readEm('elfRaw'),
      },
      rssi: engine.readRssi(),
      geo: engine.readGeo(),
      spectrum: { endsAt: SPECTRUM.across.to, stepMs: SPECTRUM.step, values: engine.readSpectrum() },
      welds: [],
      flags: this.#listFlags(state.status.thresholds),
      moments: [],
      held: [],
      markers: null,
      measure: '',
    };
    this.scene = this.#scene;
  }

  read(): void {
    const state = this.#session.getState();
    const isAfresh = isAnother(state, this.#state);
    this.#readSignals(state);
    this.#fitRanges(state, isAfresh);
    this.#scene.flags = this.#listFlags(state.status.thresholds);
    this.#scene.moments = this.#listMoments(state.status.annotations);
    this.#scene.held = this.#listHeld(state);
    this.#followPause(state);
    this.#state = state;
  }

  /** Only while the plots are paused. */
  moveMarkers(markers: Markers): void {
    const { across } = this.#scene;
    if (this.#scene.markers === null || across === null) return;
    this.#scene.markers = keepMarkers(markers, across);
    this.#measure(this.#session.getState());
  }

  #readSignals({ settings, rssiHz, status }: PlottedState): void {
    const { engine } = this.#session;
    this.#scene.rssiHz = rssiHz;
    this.#scene.zone = readDeviceZone(this.#session.uid);
    this.#scene.emLines = this.#listEmLines(settings.graphing);
    for (const { signal } of this.#scene.emLines) engine.readEm(signal);
    this.#scene.rssi = engine.readRssi();
    this.#scene.geo = engine.readGeo();
    engine.readSpectrum();
    this.#scene.welds = engine.readWelds();
    this.#scene.across = status.streamTime === null ? null : this.#span(this.#scene.rssi);
  }

  #span({ endsAt, stepMs, values }: PlotWindow): Span {
    this.#across.from = endsAt - (values.length - 1) * stepMs;
    this.#across.to = endsAt;
    return this.#across;
  }

  #fitRanges(state: PlottedState, isAfresh: boolean): void {
    const shown = { state, at: this.#scene.rssi.endsAt, isAfresh };
    for (const plot of PLOTS) {
      this.#extremes.low = NO_EXTREMES.low;
      this.#extremes.high = NO_EXTREMES.high;
      this.#widenBy(plot);
      this.ranges.follow(plot, shown, this.#extremes);
      this.#scene.ups[plot] = this.ranges.shown(plot);
    }
  }

  #widenBy(plot: PlotName): void {
    const { emLines, em, geo, rssi, spectrum } = this.#scene;
    if (plot === 'em') for (const { signal } of emLines) widenBy(this.#extremes, em[signal].values);
    if (plot === 'rssi') widenBy(this.#extremes, rssi.values);
    if (plot === 'spectrum') widenBy(this.#extremes, spectrum.values);
    if (plot !== 'geo') return;
    widenBy(this.#extremes, geo.low.values);
    widenBy(this.#extremes, geo.high.values);
  }

  #followPause(state: PlottedState): void {
    const { across, markers, welds } = this.#scene;
    if (state.status.pause === null || across === null) this.#scene.markers = null;
    else this.#scene.markers = markers === null ? placeMarkers(across, welds) : keepMarkers(markers, across);
    this.#measure(state);
  }

  #measure({ settings: { geoSpeed } }: PlottedState): void {
    const { markers, welds } = this.#scene;
    if (markers === null) return;
    const measured = measureMarkers({ from: markers.first, to: markers.second, welds, geoSpeed });
    this.#scene.measure = describeMeasure(measured, geoSpeed);
  }
}

/** Memoises the last call: calls `make` again only for another object or value. */
function rememberLast<From, Made>(make: (from: From) => Made): (from: From) => Made {
  let last: { readonly from: From; readonly made: Made } | null = null;
  return (from) => {
    if (last === null || !Object.is(last.from, from)) last = { from, made: make(from) };
    return last.made;
  };
}

/** The lowest and the highest value that a plot has to show. */
interface Extremes {
  low: number;
  high: number;
}

function widenBy(extremes: Extremes, values: Float32Array): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (value < extremes.low) extremes.low = value;
    if (value > extremes.high) extremes.high = value;
  }
}

interface Shown {
  readonly state: PlottedState;
  /** UTC milliseconds. */
  readonly at: number;
  /** The new data is not a continuation of the previous data. */
  readonly isAfresh: boolean;
}

interface Rule {
  readonly limits: Limits;
  readonly extents: (state: PlottedState) => Extents;
  readonly threshold: (thresholds: Thresholds) => number;
}
