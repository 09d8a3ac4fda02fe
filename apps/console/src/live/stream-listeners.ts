import { readFrame, type StreamFrame } from '@waymark/domain/stream/frame';
import type { MethodAnswer, StreamMethodName } from './hub-event.ts';

type Listener = (frame: StreamFrame) => void;

interface StreamHub {
  readonly call: (name: StreamMethodName, uid: number) => Promise<MethodAnswer>;
  readonly log: (failure: unknown) => void;
}

/** The start of a frame's text: enough to skip frames of devices without listeners. */
const HEAD = /^\{"uid":(\d+),/;

/**
 * The listeners of device streams. A device is subscribed at the hub once, however many listeners it has, and again
 * after a reconnection; a refusal or a missing answer is only logged (S-094).
 */
export class StreamListeners {
  readonly #hub: StreamHub;
  readonly #listeners = new Map<number, Set<Listener>>();
  #faultCount = 0;

  constructor(hub: StreamHub) {
    this.#hub = hub;
  }

  /** Number of invalid frames. */
  get faultCount(): number {
    return this.#faultCount;
  }

  /** Returns a function that unsubscribes; its promise resolves when the hub has answered, or the call has failed. */
  listen(uid: number, onFrame: Listener): () => Promise<void> {
    // A new object per call, so that the same function can be registered twice.
    const listener: Listener = (frame) => onFrame(frame);
    const known = this.#listeners.get(uid);
    if (known) known.add(listener);
    else {
      this.#listeners.set(uid, new Set([listener]));
      void this.#call('ListenToAgm', uid);
    }
    return () => this.#stop(uid, listener);
  }

  /** The hub is connected, and has no subscriptions yet. */
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

  /** Only the first is logged, because the others would be the same. */
  #countFault(fault: string): void {
    this.#faultCount += 1;
    if (this.#faultCount === 1) this.#hub.log(new Error(`ReceiveStream: ${fault}`));
  }
}
