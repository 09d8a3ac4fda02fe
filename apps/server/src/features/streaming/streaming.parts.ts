import { FrameExchange } from '../../hub/frame-exchange.ts';
import type { StreamMethodHandlers } from '../../hub/methods.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notices } from '../../platform/database/notices.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { FrameDelivery } from './frame-delivery.ts';
import { Listeners } from './listeners.ts';
import { ListeningService } from './listening.service.ts';
import { STREAMS_CHANNEL } from './streaming.store.ts';

const BEAT_MS = 5000;

interface StreamingOptions {
  readonly database: Database;
  readonly notices: Notices;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Where the frames of several nodes meet; without it this node is alone. */
  readonly redisUrl: string | undefined;
}

export interface Streaming {
  readonly methods: StreamMethodHandlers;
  /** A frame as a device sent it; it is dropped at once when nobody listens. */
  takeFrame(uid: number, payload: Uint8Array): void;
  /** Devices, or who may see them, have changed: ends the listening of those who may no longer. */
  review(): void;
  /** The connections are gone: nobody listens here any more. */
  close(): Promise<void>;
}

export function createStreaming({ database, notices, metrics, log, redisUrl }: StreamingOptions): Streaming {
  const listeners = new Listeners((uid, isHeard) => {
    exchange?.turn(uid, isHeard);
    if (!isHeard) delivery.forget(uid);
  });
  const delivery = new FrameDelivery(listeners);
  const service = new ListeningService({ database, listeners, log });
  const { figures } = delivery;
  const hear = (uid: number, payload: Uint8Array): void => {
    figures.received += 1;
    delivery.deliver(uid, payload);
  };
  const exchange = redisUrl === undefined ? undefined : new FrameExchange({ url: redisUrl, log, hear });

  const beat = () => void service.beat();
  notices.on(STREAMS_CHANNEL, { hear: () => void service.look(), back: beat });
  beat();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();

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
    review: () => void service.review(),
    close: async () => {
      clearInterval(timer);
      exchange?.close();
      await service.beat();
    },
  };
}
