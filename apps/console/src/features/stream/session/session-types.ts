import type { CapturedPassage, StreamEngine, StreamStatus, ThresholdPath } from '@waymark/domain/stream/engine-types';
import type { StreamFrame } from '@waymark/domain/stream/frame';
import type { StreamSettings } from '@waymark/domain/stream/settings';
import type { SpanSeconds } from '@waymark/domain/stream/spans';
import type { ThresholdName } from '@waymark/domain/stream/thresholds';

/** Where frames come from: a device, or a recording of one. */
export interface FrameSource {
  readonly kind: 'live' | 'replay';
  readonly uid: number;
  /** How many seconds of it pass in one; of a device's: 1. */
  readonly rate: number;
  /** Frames come until the answer is called; its promise: everybody knows. */
  start(onFrame: (frame: StreamFrame) => void): () => Promise<void>;
}

/**
 * How it stands with asking the device to stream. `none`: nobody asks (a viewer, a recording). `bluetooth`: it streams
 * to somebody beside it and is not asked. `satellite`: it cannot stream. `queued`: the device has not answered yet.
 * `refused`: by the server or the device. `given-up`: no answer came, the command is deleted. `failed`: the server was
 * not reached.
 */
export type StreamRequest =
  | 'none'
  | 'bluetooth'
  | 'satellite'
  | 'queued'
  | 'answered'
  | 'refused'
  | 'given-up'
  | 'failed';

/** What one dialog knows; a new object when anything in it changed. */
export interface SessionState {
  readonly source: FrameSource['kind'];
  readonly status: StreamStatus;
  readonly span: SpanSeconds;
  readonly rssiHz: number;
  /** Each plot fits what it shows; otherwise the documents' fixed ranges. */
  readonly isAutoScaled: boolean;
  readonly settings: StreamSettings;
  /** "Adding Web Passage": the passages that are on their way now. */
  readonly sending: readonly CapturedPassage[];
  /** What Send sends: the passages that are held, and those whose sending failed, which outlive the pause. */
  readonly unsent: readonly CapturedPassage[];
  /** May send passages and set SendToDB: admins and superadmins, but not what a recording tells. */
  readonly maySend: boolean;
  readonly request: StreamRequest;
  /** Why it was refused; null: nothing is known. */
  readonly requestNote: string | null;
}

/** One open stream dialog: its engine, its refresh, its device. Nothing of it is React's. */
export interface StreamSession {
  readonly uid: number;
  readonly engine: StreamEngine;
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The clock of the pause, ms: until it is `status.pause.until`. */
  readonly now: () => number;
  /** Whether anybody can see the window. Nothing is drawn while not; detection and sound go on. */
  setShown(isShown: boolean): void;
  /** Called when the plots are to be drawn: every 150 ms while they run, and after a change while they stand still. */
  onRefresh(draw: () => void): () => void;
  /** Called with every frame as it comes: sound, recording. */
  onFrame(listener: (frame: StreamFrame) => void): () => void;
  pause(): void;
  resume(): void;
  setSpan(span: SpanSeconds): void;
  setRssiHz(hz: number): void;
  setAutoScaled(isAutoScaled: boolean): void;
  setSettings(settings: StreamSettings): void;
  setThreshold(name: ThresholdName, value: number, path: ThresholdPath): void;
  autoThresholds(): void;
  /** Asks the device to stream once more, after it has refused, has not answered, or has stopped. */
  askAgain(): void;
  /** Sends what is unsent. */
  sendHeld(): void;
  /** What was heard in the last 30 minutes, as a file that `openRecording` opens. */
  saveRecording(): void;
  close(): void;
}
