import type { StreamFrame } from './frame.ts';
import type { StreamSettings } from './settings.ts';
import type { SpanSeconds } from './spans.ts';
import type { ThresholdName, Thresholds } from './thresholds.ts';

// The interface between the console and a stream engine.

export type DetectorName = 'mag' | 'elf' | 'geo';
export type DetectState = 'off' | 'on' | 'detected';

/** A passage found by a detector, with its 500 samples. */
export interface CapturedPassage {
  readonly detector: DetectorName;
  /** UTC milliseconds of the trigger. */
  readonly at: number;
  /** UTC milliseconds of the newest sample. */
  readonly endsAt: number;
  /** 500 integers of 16 bits, newest last. */
  readonly samples: Int16Array;
}

/** The reason why the plots are paused. */
export type Pause =
  | { readonly reason: 'person'; readonly at: number }
  /** `until`: on the clock passed to `advance`. */
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

/** A new object only when a displayed value has changed: compare by identity. */
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
  /** Lost frames since the dialog was opened. */
  readonly lostFrames: number;
  /** No frame has arrived recently. */
  readonly isSilent: boolean;
}

export type StreamHappening =
  | { readonly type: 'captured'; readonly passage: CapturedPassage }
  | { readonly type: 'resumed' };

/** 1,016 points of one signal, oldest first; NaN: unknown. */
export interface PlotWindow {
  /** UTC milliseconds of the last point; milliseconds between two points. */
  readonly endsAt: number;
  readonly stepMs: number;
  readonly values: Float32Array;
}

export type EmSignal = 'mag' | 'elf' | 'magRaw' | 'elfRaw';

/** The way in which a threshold was set; each has its own limits. */
export type ThresholdPath = 'drag' | 'text';

/**
 * Turns the frames of a stream into plots. It has no clock of its own: `advance` passes the time. Reads return the
 * present while live, and the time of the pause while paused.
 */
export interface StreamEngine {
  readonly status: StreamStatus;
  readonly span: SpanSeconds;
  readonly rssiHz: number;
  push(frame: StreamFrame): void;
  /** Must be called at every refresh; `now`: a monotonic clock, ms. Returns the events since the last call. */
  advance(now: number): readonly StreamHappening[];
  pause(): void;
  /** Resumes the plots and drops held passages and annotations. */
  resume(): void;
  setSpan(span: SpanSeconds): void;
  setRssiHz(hz: number): void;
  setSettings(settings: StreamSettings): void;
  setThreshold(name: ThresholdName, value: number, path: ThresholdPath): void;
  autoThresholds(): void;
  /** The passage was sent: it is no longer held. */
  release(passage: CapturedPassage): void;
  /** Returns the same window object at each call and overwrites its values. */
  readEm(signal: EmSignal): PlotWindow;
  readRssi(): PlotWindow;
  /** The lowest and the highest sound of each point. */
  readGeo(): { readonly low: PlotWindow; readonly high: PlotWindow };
  /** dB at 10.0, 10.5 … 30.0 Hz at the end of the shown time; NaN before the first frame. */
  readSpectrum(): Float32Array;
  /** UTC milliseconds of the shown welds. */
  readWelds(): readonly number[];
}
