import { encodeEvent } from './event-frame.ts';

/** So that a connection that does not get on is found by its waiting packets before they are many megabytes. */
const MOST_EVENTS = 64;

/** Events that leave together, each encoded once; for those who hear the same ones they are put together once. */
export class Pieces {
  readonly #namespace: string;
  readonly #frames: Buffer[] = [];
  readonly #made = new Map<string, Buffer>();

  constructor({ name }: { readonly name: string }) {
    this.#namespace = name;
  }

  /** Answers the event's number. */
  add(name: string, data: unknown): number {
    this.#frames.push(encodeEvent(this.#namespace, name, data));
    return this.#frames.length - 1;
  }

  /** What is to be written for these events, in this order. */
  list(numbers: readonly number[]): Buffer[] {
    const pieces: Buffer[] = [];
    for (let at = 0; at < numbers.length; at += MOST_EVENTS)
      pieces.push(this.#make(numbers.slice(at, at + MOST_EVENTS)));
    return pieces;
  }

  #make(numbers: readonly number[]): Buffer {
    const key = numbers.join();
    const piece = this.#made.get(key) ?? Buffer.concat(numbers.flatMap((number) => this.#frames[number] ?? []));
    this.#made.set(key, piece);
    return piece;
  }
}
