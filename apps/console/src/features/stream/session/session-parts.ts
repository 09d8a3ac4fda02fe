import type { CapturedPassage } from '@waymark/domain/stream/engine-types';
import type { SessionVoice } from './session-types.ts';
import type { CommandDesk } from './stream-enable.ts';

type Stop = () => void;

/** The part of the page that a session uses. */
export interface SessionPage {
  /** A monotonic clock, ms. */
  readonly now: () => number;
  /** Runs the callback at the browser's next frame; returns a function that cancels it. */
  readonly requestFrame: (run: () => void) => Stop;
  readonly isVisible: () => boolean;
  readonly onVisibility: (listener: () => void) => Stop;
  /** The user leaves the page; the browser may cache it. */
  readonly onLeave: (listener: () => void) => Stop;
  /** The cached page is shown again. */
  readonly onReturn: (listener: () => void) => Stop;
  /** The console reloads its data after the connection was lost. */
  readonly onRecovery: (listener: () => void) => Stop;
  readonly saveBlob: (name: string, blob: Blob) => void;
}

/** All external dependencies of a session. */
export interface SessionParts {
  readonly page: SessionPage;
  readonly voice: SessionVoice;
  readonly desk: CommandDesk;
  readonly addPassage: (passage: CapturedPassage) => Promise<unknown>;
}
