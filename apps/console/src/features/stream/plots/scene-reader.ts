import type { CapturedPassage, PlotWindow } from '@waymark/domain/stream/engine-types';
import { measureMarkers } from '@waymark/domain/stream/welds/measure-markers';
import type { Span } from '#/ui/plot/plot-model.ts';
import { describeMeasure, keepMarkers, placeMarkers, type Markers } from './handles/markers.view.ts';
import { PLOTS, type PlotName } from './plot-names.ts';
import type { PlottedSession, PlottedState } from './plotted-session.ts';
import { rememberLast } from './remember-last.ts';
import { NO_EXTREMES, SceneRanges, widenBy, type Extremes } from './scene-ranges.ts';
import { listEmLines, listMoments, SPECTRUM, type StreamScene } from './stream-scene.ts';
import { listFlags } from './handles/thresholds.view.ts';

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
  readonly #listMoments = rememberLast(listMoments);
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
