import type { Client } from './client.ts';
import type { GatewayOptions } from './gateway.ts';
import { InFlight } from './in-flight.ts';
import type { OfflineNotices } from './offline-notices.ts';
import type { Publication } from './packets.ts';
import type { Refusals } from './refusals.ts';
import { passOn, takePublication } from './take-publication.ts';
import { findUplink } from './uplink-topic.ts';

export interface UplinkIntakeOptions extends GatewayOptions {
  readonly nodeId: string;
  readonly maxHeldMs: number;
}

/** Hands what clients publish to the door. */
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
    const uplink = findUplink(publication.topic);
    if (uplink === null || !client.uids.has(uplink.uid)) {
      this.#refusals.keep(client, 'foreign-topic', publication.topic, publication.payload);
      client.cutOff('it may not publish there');
      return;
    }
    const { devices, relays, streams } = this.#options.rates;
    const { maxHeldMs } = this.#options;
    if (uplink.name === 'stream') {
      if (streams.take(uplink.uid) === null) client.finish(publication);
      else this.#store(client, publication);
      return;
    }
    const ownMs = devices.take(uplink.uid, maxHeldMs);
    const relayMs = client.link === 'bluetooth' ? relays.take(client.clientId, maxHeldMs) : 0;
    if (ownMs === null || relayMs === null) {
      this.#refusals.report(client, 'too-many-messages');
      client.end();
    } else if (ownMs === 0 && relayMs === 0 && client.held.isEmpty) this.#store(client, publication);
    else {
      client.held.hold(Math.max(ownMs, relayMs), () => {
        if (!this.#isClosed) this.#store(client, publication);
      });
    }
  }

  /** Takes no more; resolves when everything taken is stored, or the time is over. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    await this.#inFlight.drain(timeoutMs);
  }

  #store(client: Client, publication: Publication): void {
    const { topic, payload } = publication;
    const { door, now, onStream, nodeId } = this.#options;
    const { clientId: sender, link } = client;
    let taken = takePublication({ topic, payload, sender, link, receivedAt: now() });
    if (taken.kind === 'stream') onStream?.(taken.uid, payload);
    if (taken.kind === 'message' && taken.message.uplink.name === 'status') {
      const { uid, uplink } = taken.message;
      if (uplink.body.online === 1) client.onlineUids.add(uid);
      // A device that announces its sleep is not lost when its connection ends.
      else client.onlineUids.delete(uid);
      this.#notices.cancel(uid, link);
      taken = { kind: 'message', message: { ...taken.message, connection: client.connection(nodeId) } };
    }
    const stored = passOn(door, taken);
    if (!stored) return client.finish(publication);
    const end = publication.qos > 0 ? client.pending.begin() : undefined;
    this.#inFlight.follow(stored, (error) => {
      end?.();
      client.finish(publication, error);
    });
  }
}
