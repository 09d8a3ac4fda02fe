import type { Uid } from '@waymark/domain/ids';
import { RECEIVE_STREAM, STREAM_HUB } from '@waymark/contract/events/index';
import { buildStreamEvent } from '@waymark/device-protocol/stream/stream-event';
import { decodeStreamFrame } from '@waymark/device-protocol/stream/stream-frame';
import { FrameExchange } from '../../hub/nodes/frame-exchange.ts';
import type { StreamMethodHandlers } from '../../hub/methods.ts';
import { DEVICES_CHANNEL } from '../../platform/access/device-access.ts';
import type { Context } from '../../platform/part.ts';
import { Listeners } from './listeners.ts';
import { ListeningService } from './listening.service.ts';
import { STREAMS_CHANNEL } from './streaming.store.ts';
import { encodeEvent, frameEvent } from '../../hub/wire/event-frame.ts';
import { FrameCount } from './frame-count.ts';

/** Brings frames to this node's consoles: each is read once and written once, for all who listen. */
class FrameDelivery {
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
    return frameEvent(STREAM_HUB, encodeEvent(RECEIVE_STREAM, JSON.stringify(event)));
  }
}

const BEAT_MS = 5000;

interface Options extends Context {
  readonly config: {
    /** Carries the frames between nodes; undefined: there is one node. */
    readonly redisUrl: string | undefined;
  };
}

export interface StreamingPart {
  readonly methods: StreamMethodHandlers;
  /** Delivers a frame of a device; drops it when no console listens. */
  readonly takeFrame: (uid: Uid, payload: Uint8Array) => void;
}

export function createStreamingPart(options: Options): StreamingPart {
  const { database, notices, metrics, log, closing, config } = options;
  const { redisUrl } = config;
  const listeners = new Listeners((uid, isHeard) => {
    exchange?.turn(uid, isHeard);
    if (!isHeard) delivery.forget(uid);
  });
  const delivery = new FrameDelivery(listeners);
  const service = new ListeningService({ database, listeners, log });
  const { figures } = delivery;
  const hear = (uid: Uid, payload: Uint8Array): void => {
    figures.received += 1;
    delivery.deliver(uid, payload);
  };
  const exchange = redisUrl === undefined ? undefined : new FrameExchange({ url: redisUrl, log, hear });

  const beat = () => void service.beat();
  notices.on(STREAMS_CHANNEL, { hear: () => void service.look(), back: beat });
  beat();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();

  // Devices, or who may see them, have changed: ends the listening of consoles that may no longer listen.
  notices.on(DEVICES_CHANNEL, { hear: () => void service.review() });
  closing.add('streaming', async () => {
    clearInterval(timer);
    exchange?.close();
    await service.beat();
  });
  metrics.watch('stream_listeners', 'Connections that listen to live streams, and the devices they listen to.', () => ({
    ...listeners.figures,
  }));
  metrics.watch('stream_frames', 'Frames of live streams since the start.', () => ({ ...figures }));

  return {
    methods: service.methods,
    takeFrame: (uid, payload) => {
      figures.received += 1;
      const isHeardElsewhere = exchange !== undefined && service.isHeardElsewhere(uid);
      if (isHeardElsewhere) exchange.send(uid, payload);
      if (listeners.of(uid)) delivery.deliver(uid, payload);
      else if (!isHeardElsewhere) figures.dropped += 1;
    },
  };
}

/** Frames since the start. */
interface FrameFigures {
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
