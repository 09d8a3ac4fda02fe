import { streamListeners } from '#/live/live.ts';
import type { FrameSource } from './session-types.ts';

/** The live stream of the device. */
export function createLiveSource(uid: number): FrameSource {
  return { kind: 'live', uid, rate: 1, start: (onFrame) => streamListeners.listen(uid, onFrame) };
}
