import type { DeviceMessage, Rejection } from '../device-message.ts';
import type { Client } from './client.ts';
import type { GatewayOptions } from './gateway.ts';
import { InFlight } from './in-flight.ts';
import type { OfflineNotices } from './offline-notices.ts';
import type { Publication } from './packets.ts';
import type { Refusals } from './refusals.ts';
import { decodePublication, parseUplinkTopic, storeAt, type UplinkTopic } from './decode-publication.ts';

export interface UplinkIntakeOptions extends GatewayOptions {
  readonly nodeId: string;
  readonly maxHeldMs: number;
}

/** Throttles and decodes what clients publish, and hands it to the door. */
export class UplinkIntake {
  readonly #options: UplinkIntakeOptions;
  readonly #notices: OfflineNotices;
  readonly #refusals: Refusals;
  readonly #inFlight = new InFlight();
  #isClosed = false;

  constructor(options: UplinkIntakeOptions, notices: OfflineNotices, refusals: Refusals) {
    this.#options = options;
    this.#notices = notices;
    this.#refusals = refusals;
  }

  /** Stream frames above their rate are dropped; every other message waits until its device may send again. */
  receive(client: Client, publication: Publication): void {
    // Messages that arrive while the server stops are not acknowledged: the client sends them again.
    if (this.#isClosed) return;
    const topic = parseUplinkTopic(publication.topic);
    if (topic.uid === null || !client.uids.has(topic.uid)) {
      this.#refusals.keep(client, 'foreign-topic', topic.text, publication.payload);
      client.cutOff('it may not publish there');
    } else if (topic.name === 'stream') {
      if (this.#options.rates.streams.take(topic.uid) !== null)
        this.#options.onStream?.(topic.uid, publication.payload);
      client.finish(publication);
    } else this.#storeInTime(client, topic, topic.uid, publication);
  }

  /** Accepts no more messages; resolves when the accepted ones are stored, or after the timeout. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    await this.#inFlight.drain(timeoutMs);
  }

  #storeInTime(client: Client, topic: UplinkTopic, uid: number, publication: Publication): void {
    const { rates, maxHeldMs } = this.#options;
    const ownMs = rates.devices.take(uid, maxHeldMs);
    const relayMs = client.link === 'bluetooth' ? rates.relays.take(client.clientId, maxHeldMs) : 0;
    if (ownMs === null || relayMs === null) {
      this.#refusals.report(client, 'too-many-messages');
      client.end();
    } else if (ownMs === 0 && relayMs === 0 && client.held.isEmpty) this.#store(client, topic, publication);
    else {
      client.held.hold(Math.max(ownMs, relayMs), () => {
        if (!this.#isClosed) this.#store(client, topic, publication);
      });
    }
  }

  #store(client: Client, topic: UplinkTopic, publication: Publication): void {
    const { door, now } = this.#options;
    const { clientId: sender, link } = client;
    const message = decodePublication(topic, publication.payload, { sender, link, receivedAt: now() });
    if (message === null) return client.finish(publication);
    const stored = storeAt(door, this.#noteStatus(client, message));
    const end = publication.qos > 0 ? client.pending.begin() : undefined;
    this.#inFlight.follow(stored, (error) => {
      end?.();
      client.finish(publication, error);
    });
  }

  /** Adds the connection to a status: between nodes, the newest connection of a device decides. */
  #noteStatus(client: Client, message: DeviceMessage | Rejection): DeviceMessage | Rejection {
    if (!('name' in message) || message.name !== 'status') return message;
    const { uid, body } = message;
    // A device that announces its sleep is not lost when its connection ends.
    if (body.online === 1) client.onlineUids.add(uid);
    else client.onlineUids.delete(uid);
    this.#notices.cancel(uid, client.link);
    return { ...message, connection: client.connection(this.#options.nodeId) };
  }
}
