import { FRAME_SOUNDS } from '@waymark/domain/stream/frame';
import { TOLERANCE_SOUNDS } from './sound-policy.ts';
import type { SoundQueue } from './sound-queue.ts';

const EDGE_SOUNDS = 20;
const MOST_LOST = Math.floor(TOLERANCE_SOUNDS / FRAME_SOUNDS);

/**
 * Joins frames. A lost frame becomes equally long silence with soft edges, a repeated frame is dropped, and after a
 * restart the sound continues directly.
 */
export class FrameJoiner {
  readonly #queue: SoundQueue;
  #last: number | null = null;

  constructor(queue: SoundQueue) {
    this.#queue = queue;
  }

  /** The next frame is not a continuation of the previous one. */
  forget(): void {
    this.#last = null;
  }

  push(seq: number, sounds: Float32Array): void {
    const lost = this.#last === null ? 0 : seq - this.#last - 1;
    if (lost < 0 && lost >= -MOST_LOST) return;
    this.#last = seq;
    if (lost === 0) {
      for (const sound of sounds) this.#queue.push(sound);
      return;
    }
    this.#queue.fadeTail(EDGE_SOUNDS);
    const silence = lost > 0 && lost <= MOST_LOST ? lost * FRAME_SOUNDS : 0;
    for (let at = 0; at < silence; at++) this.#queue.push(0);
    sounds.forEach((sound, at) => this.#queue.push(sound * Math.min(1, (at + 1) / EDGE_SOUNDS)));
  }
}
