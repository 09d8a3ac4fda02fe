import type { CapturedPassage, StreamEngine, StreamStatus, ThresholdPath } from '@waymark/domain/stream/engine-types';
import type { StreamFrame } from '@waymark/domain/stream/frame';
import type { StreamSettings } from '@waymark/domain/stream/settings';
import type { SpanSeconds } from '@waymark/domain/stream/spans';
import type { ThresholdName } from '@waymark/domain/stream/thresholds';

/** A source of frames: a device, or a recording. */
export interface FrameSource {
  readonly kind: 'live' | 'replay';
  readonly uid: number;
  /** Seconds of data per second; 1 for a device. */
  readonly rate: number;
  /** Delivers frames until the returned function is called; its promise resolves when the hub has unsubscribed. */
  start(onFrame: (frame: StreamFrame) => void): () => Promise<void>;
}

/**
 * State of the request to stream. `none`: never sent (a viewer, a recording). `bluetooth`: the device streams to a
 * relay and is not asked. `satellite`: it cannot stream. `queued`: the device has not answered yet. `refused`: by
 * server or device. `given-up`: no answer, the command is deleted. `failed`: the server was not reached.
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

/** The state of one stream dialog; a new object on every change. */
export interface SessionState {
  readonly source: FrameSource['kind'];
  readonly status: StreamStatus;
  readonly span: SpanSeconds;
  readonly rssiHz: number;
  /** True: each plot fits its values; false: the fixed ranges of the requirements. */
  readonly isAutoScaled: boolean;
  readonly settings: StreamSettings;
  /** "Adding Web Passage": passages that are being sent. */
  readonly sending: readonly CapturedPassage[];
  /** Passages for the Send button: held ones, and failed ones, which outlive the pause. */
  readonly unsent: readonly CapturedPassage[];
  /** May send passages and set SendToDB: admins and superadmins, but never for a recording. */
  readonly maySend: boolean;
  readonly request: StreamRequest;
  /** Reason of the refusal; null: unknown. */
  readonly requestNote: string | null;
}

/** An open stream dialog: its engine, its refresh, its device. Independent of React. */
export interface StreamSession {
  readonly uid: number;
  readonly engine: StreamEngine;
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The clock of the pause, ms: it ends at `status.pause.until`. */
  readonly now: () => number;
  /** Sets whether the window is visible. A hidden one is not drawn; detection and sound continue. */
  setShown(isShown: boolean): void;
  /** Called when the plots must be drawn: every 150 ms while they run, and after a change while they are paused. */
  onRefresh(draw: () => void): () => void;
  /** Called with every frame on arrival, for sound and recording. */
  onFrame(listener: (frame: StreamFrame) => void): () => void;
  pause(): void;
  resume(): void;
  setSpan(span: SpanSeconds): void;
  setRssiHz(hz: number): void;
  setAutoScaled(isAutoScaled: boolean): void;
  setSettings(settings: StreamSettings): void;
  setThreshold(name: ThresholdName, value: number, path: ThresholdPath): void;
  autoThresholds(): void;
  /** Asks the device to stream again, after it has refused, not answered, or stopped. */
  askAgain(): void;
  /** Sends the passages in `unsent`. */
  sendHeld(): void;
  /** Saves the frames of the last 30 minutes as a file that `openRecording` opens. */
  saveRecording(): void;
  close(): void;
}

/** The messages of a session to the user. */
export interface SessionVoice {
  readonly notice: (message: string) => void;
  readonly error: (said: { readonly message: string; readonly cause: unknown; readonly onRetry?: () => void }) => void;
  readonly log: (failure: unknown) => void;
}
