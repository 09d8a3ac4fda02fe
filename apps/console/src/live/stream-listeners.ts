import { readFrame, type StreamFrame } from '@waymark/domain/stream/frame';
import type { MethodAnswer, StreamMethodName } from './hub-event.ts';

type Listener = (frame: StreamFrame) => void;

interface StreamHub {
  readonly call: (name: StreamMethodName, uid: number) => Promise<MethodAnswer>;
  readonly log: (failure: unknown) => void;
}

/** So the text of a frame begins: nothing more needs to be read of those that nobody here wants any more. */
const HEAD = /^\{"uid":(\d+),/;

/**
 * Who in this console listens to which device. The hub is asked for a device once, however many listen, and again when
 * it was away; that it refuses, or does not answer, is only logged (S-094).
 */
export class StreamListeners {
  readonly #hub: StreamHub;
  readonly #listeners = new Map<number, Set<Listener>>();
  #faultCount = 0;

  constructor(hub: StreamHub) {
    this.#hub = hub;
  }

  /** Texts of the hub that were no frames. */
  get faultCount(): number {
    return this.#faultCount;
  }

  /** Answers how to stop; that is done when the hub knows, or could not be told. */
  listen(uid: number, onFrame: Listener): () => Promise<void> {
    // Its own object, so that the same function may listen twice.
    const listener: Listener = (frame) => onFrame(frame);
    const known = this.#listeners.get(uid);
    if (known) known.add(listener);
    else {
      this.#listeners.set(uid, new Set([listener]));
      void this.#call('ListenToAgm', uid);
    }
    return () => this.#stop(uid, listener);
  }

  /** The hub is connected: it knows nothing yet. */
  renew(): void {
    for (const uid of this.#listeners.keys()) void this.#call('ListenToAgm', uid);
  }

  deliver(text: string): void {
    const uid = HEAD.exec(text)?.[1];
    if (uid !== undefined && !this.#listeners.has(Number(uid))) return;
    const frame = readFrame(text);
    if (frame.ok) for (const listener of this.#listeners.get(frame.value.uid) ?? []) listener(frame.value);
    else if (frame.failure !== 'no-geodata') this.#countFault(frame.failure);
  }

  async #stop(uid: number, listener: Listener): Promise<void> {
    const listeners = this.#listeners.get(uid);
    if (!listeners?.delete(listener) || listeners.size > 0) return;
    this.#listeners.delete(uid);
    await this.#call('ShutupToAgm', uid);
  }

  async #call(name: StreamMethodName, uid: number): Promise<void> {
    const { call, log } = this.#hub;
    try {
      const answer = await call(name, uid);
      if ('error' in answer) log(new Error(`${name} ${uid}: ${answer.error}`));
    } catch (error) {
      log(error);
    }
  }

  /** The first tells what the others would. */
  #countFault(fault: string): void {
    this.#faultCount += 1;
    if (this.#faultCount === 1) this.#hub.log(new Error(`ReceiveStream: ${fault}`));
  }
}
