import type { Uid } from '@waymark/domain/ids';
import { FrameExchange } from '../../hub/nodes/frame-exchange.ts';
import type { StreamMethodHandlers } from '../../hub/methods.ts';
import { DEVICES_CHANNEL } from '../../platform/access/device-access.ts';
import type { Context } from '../../platform/part.ts';
import { FrameDelivery } from './frame-delivery.ts';
import { Listeners } from './listeners.ts';
import { ListeningService } from './listening.service.ts';
import { STREAMS_CHANNEL } from './streaming.store.ts';

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
