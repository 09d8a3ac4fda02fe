import { encodeEvent } from './event-frame.ts';

/** Caps each write so that a stalled connection is detected before its buffer grows to megabytes. */
const MOST_EVENTS = 64;

/** Events of one delivery, each encoded once; recipients of the same events share the combined frames. */
export class FrameBatches {
  readonly #namespace: string;
  readonly #frames: Buffer[] = [];
  readonly #made = new Map<string, Buffer>();

  constructor({ name }: { readonly name: string }) {
    this.#namespace = name;
  }

  /** Adds an event and returns its number. */
  add(name: string, data: unknown): number {
    this.#frames.push(encodeEvent(this.#namespace, name, data));
    return this.#frames.length - 1;
  }

  /** Returns the frames to write for these events, in this order. */
  list(numbers: readonly number[]): Buffer[] {
    const batches: Buffer[] = [];
    for (let at = 0; at < numbers.length; at += MOST_EVENTS)
      batches.push(this.#make(numbers.slice(at, at + MOST_EVENTS)));
    return batches;
  }

  #make(numbers: readonly number[]): Buffer {
    const key = numbers.join();
    const frame = this.#made.get(key) ?? Buffer.concat(numbers.flatMap((number) => this.#frames[number] ?? []));
    this.#made.set(key, frame);
    return frame;
  }
}
