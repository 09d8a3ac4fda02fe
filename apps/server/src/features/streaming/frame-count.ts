import { extendSeq } from '@waymark/device-protocol/stream/stream-frame';

/** Ten minutes of frames: a larger gap or step back means that the device has restarted. */
const MOST_APART = 625;

/** Numbers the frames of one device and counts those that were lost on the way to this node. */
export class FrameCount {
  #newest: number | null = null;
  #dropped = 0;

  take(seq: number): { readonly seq: number; readonly dropped: number } {
    const before = this.#newest;
    const extended = extendSeq(before, seq);
    if (before === null || Math.abs(extended - before) > MOST_APART) return this.#begin(seq);
    const step = extended - before;
    // A frame that arrives after its successor had been counted as lost.
    if (step < 0) this.#dropped = Math.max(0, this.#dropped - 1);
    if (step > 1) this.#dropped += step - 1;
    this.#newest = Math.max(before, extended);
    return { seq: extended, dropped: this.#dropped };
  }

  #begin(seq: number): { readonly seq: number; readonly dropped: number } {
    this.#newest = seq;
    this.#dropped = 0;
    return { seq, dropped: 0 };
  }
}
