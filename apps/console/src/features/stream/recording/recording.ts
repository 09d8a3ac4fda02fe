import type { StreamFrame } from '@waymark/domain/stream/frame';
import { FRAME_BYTES, MAX_FRAMES, packFrame } from './recording-format.ts';

/**
 * A frame that is older by at most this much is out of order; an older one means that the device's clock was set back.
 */
const REORDERED_MS = 5000;

/** Stores the last 30 minutes of a stream, in at most 7 MB. */
export class Recorder {
  readonly #maxFrames: number;
  #frames: Uint8Array<ArrayBuffer>[] = [];
  #newestAt: number | null = null;

  constructor(maxFrames = MAX_FRAMES) {
    this.#maxFrames = maxFrames;
  }

  /** UTC milliseconds of the newest frame; null: the recording is empty. */
  get newestAt(): number | null {
    return this.#newestAt;
  }

  /** Oldest first; frames are overwritten once they are too old. */
  get frames(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#frames;
  }

  take(frame: StreamFrame): void {
    // In a file, time only moves forward.
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
