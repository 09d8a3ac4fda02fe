import type { PlayerState } from './sound-player.ts';

// What the page and the worklet tell each other.

export type ToPlayer =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  /** Stops, and is never started again. */
  | { readonly type: 'close' }
  | { readonly type: 'volume'; readonly db: number }
  | { readonly type: 'frame'; readonly seq: number; readonly sounds: Float32Array };

/** Sent when it has changed; `stopped` when the last of the sound has died away. */
export interface FromPlayer {
  readonly state: PlayerState;
}

export const PROCESSOR = 'stream-sound';
