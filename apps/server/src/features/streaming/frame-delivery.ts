import { RECEIVE_STREAM, STREAM_HUB } from '@waymark/contract/events/index';
import { buildStreamEvent } from '@waymark/device-protocol/stream/stream-event';
import { decodeStreamFrame } from '@waymark/device-protocol/stream/stream-frame';
import type { Uid } from '@waymark/domain/ids';
import { encodeEvent } from '../../hub/wire/event-frame.ts';
import { FrameCount } from './frame-count.ts';
import type { Listeners } from './listeners.ts';

/** Frames since the start. */
export interface FrameFigures {
  /** From devices and from other nodes. */
  received: number;
  /** To connections; one frame goes to many. */
  delivered: number;
  /** Dropped on arrival: there was no listener. */
  dropped: number;
  /** Replaced by newer ones, per connection: its line was too slow. */
  skipped: number;
  malformed: number;
}

/** Brings frames to this node's consoles: each is read once and written once, for all who listen. */
export class FrameDelivery {
  readonly figures: FrameFigures = { received: 0, delivered: 0, dropped: 0, skipped: 0, malformed: 0 };
  readonly #listeners: Listeners;
  readonly #counts = new Map<number, FrameCount>();

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  deliver(uid: Uid, payload: Uint8Array): void {
    const listeners = this.#listeners.of(uid);
    const frame = listeners && this.#encode(uid, payload);
    if (!frame) return;
    for (const listener of listeners) {
      const skipped = listener.send(uid, frame);
      this.figures.delivered += 1 - skipped;
      this.figures.skipped += skipped;
    }
  }

  /** The last listener has left. */
  forget(uid: Uid): void {
    this.#counts.delete(uid);
  }

  #encode(uid: Uid, payload: Uint8Array): Buffer | undefined {
    const decoded = decodeStreamFrame(payload);
    if (!decoded.ok) {
      this.figures.malformed += 1;
      return undefined;
    }
    const count = this.#counts.get(uid) ?? new FrameCount();
    this.#counts.set(uid, count);
    const event = buildStreamEvent({ uid, ...count.take(decoded.value.seq), frame: decoded.value });
    return encodeEvent(STREAM_HUB, RECEIVE_STREAM, JSON.stringify(event));
  }
}
