import type { StreamFrame } from '@waymark/domain/stream/frame';
import { FRAME_BYTES, MAX_FRAMES, packFrame } from './recording-format.ts';

/** So far a frame may come behind another; what lies farther back is a device that began anew with another clock. */
const REORDERED_MS = 5000;

/** Keeps the last 30 minutes of a stream, in at most 7 MB. */
export class Recorder {
  readonly #maxFrames: number;
  #frames: Uint8Array<ArrayBuffer>[] = [];
  #newestAt: number | null = null;

  constructor(maxFrames = MAX_FRAMES) {
    this.#maxFrames = maxFrames;
  }

  /** UTC milliseconds of the newest frame; null: nothing is kept. */
  get newestAt(): number | null {
    return this.#newestAt;
  }

  /** Oldest first; they are overwritten once they are too old. */
  get frames(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#frames;
  }

  take(frame: StreamFrame): void {
    // In a file, time only goes forward.
    if (this.#newestAt !== null && frame.t <= this.#newestAt) {
      if (frame.t > this.#newestAt - REORDERED_MS) return;
      this.#frames = [];
    }
    const oldest = this.#frames.length < this.#maxFrames ? undefined : this.#frames.shift();
    const bytes = oldest ?? new Uint8Array(FRAME_BYTES);
    packFrame(frame, bytes);
    this.#frames.push(bytes);
    this.#newestAt = frame.t;
  }
}
