import { randomBytes } from 'node:crypto';
import { createClient } from 'redis';
import type { Log } from '../platform/log.ts';
import { Outage } from './outage.ts';

// Stream frames between nodes, a channel of Redis for each device. A frame that does not get through is lost: the next
// one follows within a second.
const CHANNEL = 'waymark:stream:';
const NODE_BYTES = 16;
const MOST_UNDER_WAY = 2000;
const RETRY_MS = 200;
const PING_MS = 5000;
const DEAD_AFTER_MS = 15_000;

interface ExchangeParts {
  readonly url: string;
  readonly log: Log;
  /** Called with what another node has received of a device. */
  readonly hear: (uid: number, payload: Uint8Array) => void;
}

function open(url: string, outage: Outage) {
  const socket = { reconnectStrategy: RETRY_MS, socketTimeout: DEAD_AFTER_MS };
  const client = createClient({ url, disableOfflineQueue: true, pingInterval: PING_MS, socket });
  client.on('error', (error: unknown) => outage.begin(error));
  client.on('ready', () => outage.end());
  client.connect().catch((error: unknown) => outage.begin(error));
  return client;
}

export class FrameExchange {
  readonly #hear: ExchangeParts['hear'];
  readonly #node = randomBytes(NODE_BYTES);
  readonly #wanted = new Set<number>();
  readonly #writing: Outage;
  readonly #writer;
  readonly #reader;
  #underWay = 0;

  constructor({ url, log, hear }: ExchangeParts) {
    this.#hear = hear;
    this.#writing = new Outage('stream frames do not reach the other nodes: Redis does not answer', log);
    const reading = new Outage('stream frames of other nodes do not arrive: Redis does not answer', log);
    this.#writer = open(url, this.#writing);
    this.#reader = open(url, reading);
    this.#reader.on('ready', () => {
      for (const uid of this.#wanted) this.#subscribe(uid);
    });
  }

  /** From now on, or no longer, this node hears the device's frames from the others. */
  turn(uid: number, isWanted: boolean): void {
    if (isWanted) this.#wanted.add(uid);
    else this.#wanted.delete(uid);
    if (!this.#reader.isReady) return;
    if (isWanted) this.#subscribe(uid);
    else this.#reader.unsubscribe(CHANNEL + uid).catch(() => undefined);
  }

  send(uid: number, payload: Uint8Array): void {
    if (!this.#writer.isReady || this.#underWay >= MOST_UNDER_WAY) return this.#writing.countLost(1);
    this.#underWay += 1;
    this.#writer
      .publish(CHANNEL + uid, Buffer.concat([this.#node, payload]))
      .catch((error: unknown) => this.#writing.begin(error))
      .finally(() => (this.#underWay -= 1));
  }

  close(): void {
    for (const client of [this.#writer, this.#reader]) client.destroy();
  }

  // One function for all channels: subscribing to one again, after Redis was away, changes nothing.
  readonly #take = (message: Buffer, channel: Buffer): void => {
    const uid = Number(channel.toString().slice(CHANNEL.length));
    const isOwn = message.subarray(0, NODE_BYTES).equals(this.#node);
    if (!isOwn && this.#wanted.has(uid)) this.#hear(uid, message.subarray(NODE_BYTES));
  };

  #subscribe(uid: number): void {
    this.#reader.subscribe(CHANNEL + uid, this.#take, true).catch(() => undefined);
  }
}
