import { randomBytes } from 'node:crypto';
import type { Uid } from '@waymark/domain/ids';
import type { Log } from '../../platform/log.ts';
import { Outage } from '../../platform/outage.ts';
import { openRedis } from '../../platform/redis.ts';

// Exchanges stream frames between nodes over one Redis channel per device. A failed frame is lost: the next follows
// within a second.
const CHANNEL = 'waymark:stream:';
const NODE_BYTES = 16;
const MOST_UNDER_WAY = 2000;

interface ExchangeParts {
  readonly url: string;
  readonly log: Log;
  /** Called with the frames that another node receives. */
  readonly hear: (uid: Uid, payload: Uint8Array) => void;
}

function open(url: string, outage: Outage) {
  const { client } = openRedis(url, (error) => outage.begin(error));
  client.on('ready', () => outage.end());
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
    this.#writing = new Outage(log, {
      began: 'sending stream frames to the other nodes failed: Redis does not answer; frames are lost',
      ended: 'stream frames reach the other nodes again',
    });
    const reading = new Outage(log, {
      began: 'receiving stream frames of other nodes failed: Redis does not answer; frames are lost',
      ended: 'stream frames of other nodes arrive again',
    });
    this.#writer = open(url, this.#writing);
    this.#reader = open(url, reading);
    this.#reader.on('ready', () => {
      for (const uid of this.#wanted) this.#subscribe(uid);
    });
  }

  /** Subscribes this node to the device's frames of other nodes, or unsubscribes it. */
  turn(uid: Uid, isWanted: boolean): void {
    if (isWanted) this.#wanted.add(uid);
    else this.#wanted.delete(uid);
    if (!this.#reader.isReady) return;
    if (isWanted) this.#subscribe(uid);
    else this.#reader.unsubscribe(CHANNEL + uid).catch(() => undefined);
  }

  send(uid: Uid, payload: Uint8Array): void {
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

  // Uses the same function for all channels, so that subscribing again after an outage adds no second listener.
  readonly #take = (message: Buffer, channel: Buffer): void => {
    const uid = Number(channel.toString().slice(CHANNEL.length));
    const isOwn = message.subarray(0, NODE_BYTES).equals(this.#node);
    if (!isOwn && this.#wanted.has(uid)) this.#hear(uid, message.subarray(NODE_BYTES));
  };

  #subscribe(uid: Uid): void {
    this.#reader.subscribe(CHANNEL + uid, this.#take, true).catch(() => undefined);
  }
}
