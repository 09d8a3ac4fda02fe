import type { Uid } from '@waymark/domain/ids';
import type { Client } from './client.ts';
import type { ConnectedClients } from './connected-clients.ts';
import type { GatewayOptions } from './gateway.ts';
import type { Publication } from './packets.ts';
import type { Refusals } from './refusals.ts';
import { decodePublication, InFlight, parseUplinkTopic, type UplinkTopic } from './uplinks.ts';

/** Throttles and decodes publications of clients, and stores them. */
export class UplinkIntake {
  readonly #options: GatewayOptions & { readonly maxHeldMs: number };
  readonly #clients: ConnectedClients;
  readonly #refusals: Refusals;
  readonly #inFlight: InFlight;
  readonly #delayed = new WeakMap<Client, DelayedMessages>();
  #isClosed = false;

  constructor(options: GatewayOptions & { readonly maxHeldMs: number }, clients: ConnectedClients, refusals: Refusals) {
    this.#options = options;
    this.#clients = clients;
    this.#refusals = refusals;
    this.#inFlight = new InFlight(options.door);
  }

  /** Drops stream frames above their rate; delays every other message until the rate of its device allows it. */
  receive(client: Client, publication: Publication): void {
    // Messages that arrive while the server stops are not acknowledged: the client sends them again.
    if (this.#isClosed) return;
    const topic = parseUplinkTopic(publication.topic);
    if (topic.uid === null || !client.uids.has(topic.uid)) {
      this.#refusals.store(client, 'foreign-topic', topic.text, publication.payload);
      client.cutOff('a foreign topic');
    } else if (topic.name === 'stream') this.#receiveFrame(client, topic.uid, publication);
    else this.#throttle(client, topic, topic.uid, publication);
  }

  /** The connection has closed: its client sends unacknowledged messages again. */
  forget(client: Client): void {
    this.#delayed.get(client)?.clear();
  }

  /** Accepts no more messages; resolves when the accepted ones are stored, or after the timeout. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    await this.#inFlight.drain(timeoutMs);
  }

  #receiveFrame(client: Client, uid: Uid, publication: Publication): void {
    if (this.#options.rates.streams.take(uid) !== null) this.#options.onStream?.(uid, publication.payload);
    else if (!client.budget.allowsDroppedFrame()) return this.#refuseExcess(client);
    client.finish(publication);
  }

  #refuseExcess(client: Client): void {
    this.#refusals.report(client, 'too-many-messages');
    client.end();
  }

  #throttle(client: Client, topic: UplinkTopic, uid: Uid, publication: Publication): void {
    const { rates, maxHeldMs } = this.#options;
    const ownMs = rates.devices.take(uid, maxHeldMs);
    const relayMs = client.link === 'bluetooth' ? rates.relays.take(client.clientId, maxHeldMs) : 0;
    if (ownMs === null || relayMs === null) return this.#refuseExcess(client);
    let delayed = this.#delayed.get(client);
    if (ownMs === 0 && relayMs === 0 && (!delayed || delayed.isEmpty)) return this.#store(client, topic, publication);
    if (!delayed) this.#delayed.set(client, (delayed = new DelayedMessages()));
    delayed.add(Math.max(ownMs, relayMs), () => {
      if (!this.#isClosed && !client.isEnded) this.#store(client, topic, publication);
    });
  }

  #store(client: Client, topic: UplinkTopic, publication: Publication): void {
    const { clientId: sender, link } = client;
    const arrival = { sender, link, receivedAt: this.#options.now() };
    let message = decodePublication(topic, publication.payload, arrival);
    if (message === null) return client.finish(publication);
    if ('name' in message && message.name === 'status') {
      this.#clients.setOnline(client, message.uid, message.body.online === 1);
      // Between nodes, the newest connection of a device decides its presence.
      message = { ...message, connection: client.connection };
    }
    const pending = publication.qos > 0 ? client.pending : undefined;
    this.#inFlight.store(message, (error) => client.finish(publication, error), pending);
  }
}

/**
 * Throttled messages of one connection, in their order. They are not acknowledged yet, so the client keeps a copy;
 * `maxUnfinishedBytes` limits them.
 */
class DelayedMessages {
  readonly #pending: { readonly dueAt: number; readonly run: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  add(delayMs: number, run: () => void): void {
    this.#pending.push({ dueAt: performance.now() + delayMs, run });
    this.#schedule(delayMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#pending.length = 0;
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#runDue(), Math.max(1, delayMs));
  }

  #runDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    const after = this.#pending.findIndex(({ dueAt }) => dueAt > now);
    for (const { run } of this.#pending.splice(0, after === -1 ? this.#pending.length : after)) run();
    const [next] = this.#pending;
    if (next) this.#schedule(next.dueAt - now);
  }
}
