import { findFlagY } from '#/ui/plot/draw-marks.ts';
import { fromY } from '#/ui/plot/plot-area.ts';
import { findMarkerPlace, type MarkerName, type Markers } from './handles/markers.view.ts';
import type { PlotName } from './plot-names.ts';
import type { PlottedSession } from './plotted-session.ts';
import { SceneReader } from './scene-reader.ts';
import { Stage, type StagePlan } from './stage.ts';
import type { StreamScene } from './stream-scene.ts';
import type { ThresholdLine } from './handles/thresholds.view.ts';

/** The dragged value, and its change per px. */
export interface Grip {
  readonly value: number;
  readonly perPx: number;
}

/** The visible plots of one session and the user's actions on them. Independent of React. */
export class StreamView {
  readonly #session: PlottedSession;
  readonly #reader: SceneReader;
  readonly #stages = new Map<PlotName, Stage>();
  readonly #listeners = new Set<() => void>();
  #markers: Markers | null = null;

  constructor(session: PlottedSession) {
    this.#session = session;
    this.#reader = new SceneReader(session);
  }

  // These methods are passed on without their object.
  readonly getMarkers = (): Markers | null => this.#markers;

  /** Called when the markers have appeared, moved or disappeared. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly refresh = (): void => {
    this.read();
    this.#draw();
  };

  read(): StreamScene {
    this.#reader.read();
    this.#tell();
    return this.#reader.scene;
  }

  /** Draws the plot for the first time and registers it until the returned function is called. */
  show(plan: StagePlan): () => void {
    const stage = new Stage(plan, this.#reader.scene);
    this.#stages.set(plan.plot, stage);
    this.refresh();
    return () => {
      if (this.#stages.get(plan.plot) === stage) this.#stages.delete(plan.plot);
    };
  }

  point(plot: PlotName, pointer: { readonly x: number; readonly y: number } | null): void {
    this.#stages.get(plot)?.point(pointer);
  }

  gripThreshold({ name, plot }: ThresholdLine): Grip | undefined {
    const area = this.#stages.get(plot)?.area;
    if (!area) return undefined;
    this.#reader.ranges.isHeld = true;
    const up = this.#reader.scene.ups[plot];
    const y = findFlagY(area, up, this.#session.getState().status.thresholds[name]);
    return { value: fromY(area, up, y), perPx: (up.from - up.to) / (area.bottom - area.top) };
  }

  /** The range within which the user may drag. */
  setThreshold({ name, least, most }: ThresholdLine, value: number): void {
    this.#session.setThreshold(name, Math.min(most, Math.max(least, value)), 'drag');
    this.refresh();
  }

  letGo(): void {
    this.#reader.ranges.isHeld = false;
    this.refresh();
  }

  gripMarker(plot: PlotName, name: MarkerName): Grip | undefined {
    const area = this.#stages.get(plot)?.area;
    const { across, markers } = this.#reader.scene;
    if (!area || !across || !markers) return undefined;
    return { value: markers[name], perPx: (across.to - across.from) / (area.right - area.left) };
  }

  setMarker(name: MarkerName, at: number): void {
    const { markers } = this.#reader.scene;
    if (!markers) return;
    this.#reader.moveMarkers({ ...markers, [name]: at });
    this.#tell();
    this.#draw();
  }

  /** Returns whether the key has moved the threshold. */
  moveMarker(name: MarkerName, key: string): boolean {
    const { markers, across, rssi } = this.#reader.scene;
    const at = markers && across ? findMarkerPlace(markers[name], key, across, rssi.stepMs) : null;
    if (at !== null) this.setMarker(name, at);
    return at !== null;
  }

  get scene(): StreamScene {
    return this.#reader.scene;
  }

  #draw(): void {
    for (const stage of this.#stages.values()) stage.draw();
  }

  #tell(): void {
    const { markers } = this.#reader.scene;
    if (markers === this.#markers) return;
    this.#markers = markers;
    for (const listener of this.#listeners) listener();
  }
}

const views = new WeakMap<PlottedSession, StreamView>();

/** Shares one view per session, so that its screenshot shows the same as its window. */
export function viewOf(session: PlottedSession): StreamView {
  const known = views.get(session);
  if (known) return known;
  const view = new StreamView(session);
  views.set(session, view);
  return view;
}
