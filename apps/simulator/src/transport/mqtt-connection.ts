import { connect, type MqttClient } from 'mqtt';
import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import { computeRetryMs, LinkGivenUp } from './link.ts';

/** Unacknowledged publications, in order. */
class Outbox {
  readonly #entries = new Set<OutboxEntry>();
  readonly #onEmpty: (() => void)[] = [];

  get size(): number {
    return this.#entries.size;
  }

  add(publication: Publication, send: (entry: OutboxEntry) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: OutboxEntry = { publication, session: -1, resolve, reject };
      this.#entries.add(entry);
      send(entry);
    });
  }

  settle(entry: OutboxEntry): void {
    if (!this.#entries.delete(entry)) return;
    entry.resolve();
    if (this.#entries.size === 0) this.#tellEmpty();
  }

  /** Entries not sent in this session. */
  listUnsent(session: number): OutboxEntry[] {
    return [...this.#entries].filter((entry) => entry.session !== session);
  }

  giveUp(): void {
    for (const entry of this.#entries) entry.reject(new LinkGivenUp());
    this.#entries.clear();
    this.#tellEmpty();
  }

  #tellEmpty(): void {
    for (const notify of this.#onEmpty.splice(0)) notify();
  }

  waitEmpty(): Promise<void> {
    return this.#entries.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#onEmpty.push(resolve));
  }
}

export interface MqttServer {
  /** mqtt:// or mqtts:// */
  readonly url: string;
  /** PEM of the authority that signed the server's certificate; the system's authorities by default. */
  readonly ca?: string;
}

export interface MqttIdentity {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly will: Publication;
  readonly filters: readonly string[];
}

export interface MqttListener {
  onConnected(): void;
  onLost(): void;
  onMessage(topic: string, payload: Uint8Array): void;
  onError(error: Error): void;
}

const KEEP_ALIVE_S = 60;
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * An MQTT 3.1.1 client with its own outbox: every connection is a new clean session that sends everything
 * unacknowledged again.
 */
export class MqttConnection {
  readonly #server: MqttServer;
  readonly #identity: MqttIdentity;
  readonly #listener: MqttListener;
  readonly #outbox = new Outbox();
  #client: MqttClient | null = null;
  #session = 0;
  #isConnected = false;
  #isWanted = false;
  /** Counts calls of open and close: the latest one wins. */
  #intent = 0;
  #attempt = 0;
  #retry: NodeJS.Timeout | null = null;

  constructor(server: MqttServer, identity: MqttIdentity, listener: MqttListener) {
    this.#server = server;
    this.#identity = identity;
    this.#listener = listener;
  }

  get pending(): number {
    return this.#outbox.size;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  open(): void {
    this.#isWanted = true;
    this.#intent += 1;
    if (this.#isConnected) this.#listener.onConnected();
    else if (this.#client === null && this.#retry === null) this.#dial();
  }

  #dial(): void {
    this.#session += 1;
    const session = this.#session;
    const { clientId, username, password, will } = this.#identity;
    const client = connect(this.#server.url, {
      protocolVersion: 4,
      clean: true,
      clientId,
      username,
      password,
      keepalive: KEEP_ALIVE_S,
      reschedulePings: false,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      queueQoSZero: false,
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
      ...(this.#server.ca === undefined ? {} : { ca: this.#server.ca }),
    });
    this.#client = client;
    client.on('error', (error) => this.#listener.onError(error));
    client.on('close', () => this.#handleClose(session));
    client.on('message', (topic, payload) => this.#listener.onMessage(topic, payload));
    client.once('connect', () => this.#subscribe(client, session));
  }

  #subscribe(client: MqttClient, session: number): void {
    client.subscribe([...this.#identity.filters], { qos: 1 }, (error) => {
      if (session !== this.#session) return;
      if (!error) return this.#begin();
      this.#listener.onError(error);
      client.stream.destroy();
    });
  }

  #begin(): void {
    this.#isConnected = true;
    this.#attempt = 0;
    this.#listener.onConnected();
    for (const entry of this.#outbox.listUnsent(this.#session)) this.#transmit(entry);
  }

  #handleClose(session: number): void {
    if (session !== this.#session) return;
    const wasConnected = this.#isConnected;
    this.#drop();
    if (this.#isWanted) this.#retryLater();
    if (wasConnected) this.#listener.onLost();
  }

  #drop(): void {
    this.#isConnected = false;
    this.#client?.removeAllListeners('close');
    this.#client?.end(true);
    this.#client = null;
  }

  #retryLater(): void {
    this.#retry = setTimeout(
      () => {
        this.#retry = null;
        this.#dial();
      },
      computeRetryMs(this.#identity.clientId, this.#attempt),
    );
    this.#attempt += 1;
  }

  #transmit(entry: OutboxEntry): void {
    if (!this.#isConnected || !this.#client) return;
    entry.session = this.#session;
    const { topic, payload, qos, retain } = entry.publication;
    this.#client.publish(topic, payload as Buffer, { qos, retain }, (error) => {
      if (!error) this.#outbox.settle(entry);
    });
  }

  /** Resolves on the acknowledgement. QoS 0 messages are sent at once or dropped. */
  publish(publication: Publication): Promise<void> {
    if (publication.qos === 1) return this.#outbox.add(publication, (entry) => this.#transmit(entry));
    const { topic, payload, retain } = publication;
    if (this.#isConnected) this.#client?.publish(topic, payload as Buffer, { qos: 0, retain });
    return Promise.resolve();
  }

  /** Without a connection the outbox is kept for the next `open`. */
  async close(): Promise<void> {
    this.#intent += 1;
    const intent = this.#intent;
    if (this.#isConnected) await this.#outbox.waitEmpty();
    if (intent !== this.#intent) return;
    this.#stopTrying();
    const client = this.#client;
    this.#session += 1;
    this.#isConnected = false;
    this.#client = null;
    if (client) await client.endAsync();
  }

  #stopTrying(): void {
    this.#isWanted = false;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
  }

  /** Destroys the socket: the server detects it and publishes the last will. */
  cut(): void {
    this.#stopTrying();
    if (!this.#client) return;
    this.#client.stream.destroy();
    this.#handleClose(this.#session);
  }

  giveUp(): void {
    this.#stopTrying();
    this.#session += 1;
    this.#drop();
    this.#outbox.giveUp();
  }
}

interface OutboxEntry {
  readonly publication: Publication;
  /** The session in which it was last sent. */
  session: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}
