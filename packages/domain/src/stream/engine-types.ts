import type { StreamFrame } from './frame.ts';
import type { StreamSettings } from './settings.ts';
import type { SpanSeconds } from './spans.ts';
import type { ThresholdName, Thresholds } from './thresholds.ts';

// What the console sees of a stream engine.

export type DetectorName = 'mag' | 'elf' | 'geo';
export type DetectState = 'off' | 'on' | 'detected';

/** A passage that a detector has seen, with its 500 samples. */
export interface CapturedPassage {
  readonly detector: DetectorName;
  /** UTC milliseconds of the trigger. */
  readonly at: number;
  /** UTC milliseconds of the newest sample. */
  readonly endsAt: number;
  /** 500 integers of 16 bits, newest last. */
  readonly samples: Int16Array;
}

/** Why the plots stand still. */
export type Pause =
  | { readonly reason: 'person'; readonly at: number }
  /** `until`: on the clock that `advance` gets. */
  | { readonly reason: 'detection'; readonly at: number; readonly until: number };

export interface WeldSpeed {
  /** Seconds from weld to weld. */
  readonly intervalS: number;
  /** null: no spacing is set. */
  readonly metresPerSecond: number | null;
}

/** A detection, drawn with its name and time. */
export interface Annotation {
  readonly detector: DetectorName;
  /** UTC milliseconds. */
  readonly at: number;
}

/** Changes only when something a person reads has changed: compare by identity. */
export interface StreamStatus {
  /** null until the first frame. */
  readonly streamTime: number | null;
  readonly pause: Pause | null;
  readonly detectors: Readonly<Record<DetectorName, DetectState>>;
  readonly thresholds: Thresholds;
  readonly held: readonly CapturedPassage[];
  readonly annotations: readonly Annotation[];
  readonly weldSpeed: WeldSpeed | null;
  readonly weldCount: number;
  /** Frames that never came, since the dialog is open. */
  readonly lostFrames: number;
  /** No frame has come for longer than a little while. */
  readonly isSilent: boolean;
}

export type StreamHappening =
  | { readonly type: 'captured'; readonly passage: CapturedPassage }
  | { readonly type: 'resumed' };

/** 1,016 points of one signal, oldest first; NaN where nothing is known. */
export interface PlotWindow {
  /** UTC milliseconds of the last point, and between two points. */
  readonly endsAt: number;
  readonly stepMs: number;
  readonly values: Float32Array;
}

export type EmSignal = 'mag' | 'elf' | 'magRaw' | 'elfRaw';

/** How a threshold was set; each way has its own limits. */
export type ThresholdPath = 'drag' | 'text';

/**
 * Everything that happens to a stream between its frames and its plots. It has no clock: `advance` is told the time.
 * Reading gives what is shown now: the present while it runs, the moment of the pause while it stands still.
 */
export interface StreamEngine {
  readonly status: StreamStatus;
  readonly span: SpanSeconds;
  readonly rssiHz: number;
  push(frame: StreamFrame): void;
  /** To be called at every refresh; `now`: a steady clock, ms. Answers what happened since the last call. */
  advance(now: number): readonly StreamHappening[];
  pause(): void;
  /** Goes on, and forgets what was held and annotated. */
  resume(): void;
  setSpan(span: SpanSeconds): void;
  setRssiHz(hz: number): void;
  setSettings(settings: StreamSettings): void;
  setThreshold(name: ThresholdName, value: number, path: ThresholdPath): void;
  autoThresholds(): void;
  /** It was sent: no longer held. */
  release(passage: CapturedPassage): void;
  /** The same window object at each call: its values are overwritten. */
  readEm(signal: EmSignal): PlotWindow;
  readRssi(): PlotWindow;
  /** The lowest and the highest sound of each point. */
  readGeo(): { readonly low: PlotWindow; readonly high: PlotWindow };
  /** dB at 10.0, 10.5 … 30.0 Hz at the end of what is shown; NaN before the first frame. */
  readSpectrum(): Float32Array;
  /** UTC milliseconds of the welds in what is shown. */
  readWelds(): readonly number[];
}
