import type { PlayerState } from './sound-player.ts';

// The messages between page and worklet.

export type ToPlayer =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  /** Stops for good. */
  | { readonly type: 'close' }
  | { readonly type: 'volume'; readonly db: number }
  | { readonly type: 'frame'; readonly seq: number; readonly sounds: Float32Array };

/** Sent on each change; `stopped` after the sound has faded out. */
export interface FromPlayer {
  readonly state: PlayerState;
}

export const PROCESSOR = 'stream-sound';
