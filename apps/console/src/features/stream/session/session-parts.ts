import type { CapturedPassage } from '@waymark/domain/stream/engine-types';
import type { SessionVoice } from './session-voice.ts';
import type { CommandDesk } from './stream-enable.ts';

type Stop = () => void;

/** What a session sees of the page it runs in. */
export interface SessionPage {
  /** A steady clock, ms. */
  readonly now: () => number;
  /** Runs it when the browser draws next; answers how to take that back. */
  readonly requestFrame: (run: () => void) => Stop;
  readonly isVisible: () => boolean;
  readonly onVisibility: (listener: () => void) => Stop;
  /** The page is left, perhaps only to be kept aside. */
  readonly onLeave: (listener: () => void) => Stop;
  /** The page that was kept aside is shown again. */
  readonly onReturn: (listener: () => void) => Stop;
  /** Everything is loaded afresh after the console was cut off. */
  readonly onRecovery: (listener: () => void) => Stop;
  readonly saveBlob: (name: string, blob: Blob) => void;
}

/** All that a session needs of the world. */
export interface SessionParts {
  readonly page: SessionPage;
  readonly voice: SessionVoice;
  readonly desk: CommandDesk;
  readonly addPassage: (passage: CapturedPassage) => Promise<unknown>;
}
