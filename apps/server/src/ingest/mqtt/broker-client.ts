import { formatSharedUplinks } from '@waymark/device-protocol/mqtt/access';
import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { IPublishPacket } from 'mqtt';
import { Outage } from '../../platform/outage.ts';
import type { DeviceMessage, Rejection } from '../device-message.ts';
import { findOldestMs, reconnectStuck } from '../pending-messages.ts';
import { BrokerConnection, type BrokerConnectionOptions } from './broker-connection.ts';
import type { ConnectedClient, GatewayOptions, MqttGateway, MqttPorts } from './gateway.ts';
import { decodePublication, InFlight, parseUplinkTopic, rejectExcess, type UplinkTopic } from './uplinks.ts';

export interface BrokerClientOptions extends GatewayOptions {
  /** mqtt:// or mqtts://, with user and password. */
  readonly url: string;
  /** Authority of the broker's certificate, where the system does not know it. */
  readonly ca?: string | Uint8Array;
  /** Stable and unique among the nodes: the broker keeps this node's messages under it. */
  readonly nodeName: string;
  readonly maxInFlight?: number;
  readonly sessionExpiryS?: number;
  /** How long `close` waits for messages that are being stored. */
  readonly closeTimeoutMs?: number;
}

const SHARE = 'waymark';
const RETAINED_UPLINKS = ['status', 'carrier', 'disk'].map((name) => `agm/v1/+/up/${name}`);
const WEEK_S = 604_800;

/**
 * Devices on an external broker, which authenticates them. Each uplink reaches one node by a shared subscription and is
 * acknowledged after the commit. Shared subscriptions deliver no retained messages, so a second connection fetches them
 * whenever it connects; it connects last, because retained messages are the newest.
 */
export class BrokerClient implements MqttGateway {
  readonly #options: BrokerClientOptions;
  readonly #sender: string;
  readonly #inFlight: InFlight;
  readonly #outage: Outage;
  readonly #subscriber: BrokerConnection;
  #retained: BrokerConnection | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: BrokerClientOptions) {
    this.#options = options;
    this.#sender = new URL(options.url).host;
    this.#inFlight = new InFlight(options.door);
    this.#outage = new Outage(options.log, {
      began: 'the MQTT broker is away; reconnecting',
      ended: 'the MQTT broker is connected again',
    });
    // The only subscriber of this node: several would not keep the order of a device's messages.
    this.#subscriber = this.#connect({
      clientId: `waymark-${options.nodeName}-1`,
      sessionExpiryS: options.sessionExpiryS ?? WEEK_S,
      filters: [formatSharedUplinks(SHARE)],
      wantsRetained: false,
      onMessage: this.#receive.bind(this),
    });
  }

  /** Does not wait for the broker, which may be away. */
  static start(options: BrokerClientOptions): BrokerClient {
    return new BrokerClient(options);
  }

  get isConnected(): boolean {
    return this.#subscriber.isReady;
  }

  hearsCommands(): null {
    return null;
  }

  /** Rejects while the broker is away: pending messages stay in the database. */
  async publish({ topic, payload, qos, retain }: Publication): Promise<void> {
    if (!this.isConnected) throw new Error('the MQTT broker is away');
    await this.#subscriber.publish(topic, payload, { qos, retain });
  }

  /** An external broker refuses a revoked credential by its own list; there is no common way to notify it. */
  disconnect(clientId: string): void {
    this.#options.log.info({ clientId }, 'the external MQTT broker decides when this client is disconnected');
  }

  endReplaced(): void {
    // An external broker keeps one connection of each client itself.
  }

  clients(): readonly ConnectedClient[] {
    return [];
  }

  connections(): number {
    return this.isConnected ? 1 : 0;
  }

  oldestPendingMs(): number {
    return findOldestMs(this.#connections());
  }

  reconnect(olderThanMs: number): number {
    return reconnectStuck(this.#connections(), olderThanMs);
  }

  ports(): MqttPorts {
    return { mqtt: null, mqtts: null };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#inFlight.drain(this.#options.closeTimeoutMs ?? 5_000);
    await Promise.all(this.#connections().map(async (connection) => connection.end()));
  }

  #connections(): readonly BrokerConnection[] {
    return this.#retained ? [this.#subscriber, this.#retained] : [this.#subscriber];
  }

  #connect(
    own: Pick<BrokerConnectionOptions, 'clientId' | 'sessionExpiryS' | 'filters' | 'wantsRetained' | 'onMessage'>,
  ): BrokerConnection {
    const { url, ca, maxInFlight = 2_000 } = this.#options;
    const trust = ca === undefined ? {} : { ca };
    const onChange = (error?: Error): void => this.#noteChange(error);
    return new BrokerConnection({ url: new URL(url), ...trust, maxInFlight, onChange, ...own });
  }

  #noteChange(error: Error | undefined): void {
    if (error) this.#outage.begin(error);
    if (!this.isConnected || this.#closing) return;
    this.#retained ??= this.#connectRetained();
    if (error) return;
    this.#options.onBroker?.();
    this.#outage.end();
  }

  #connectRetained(): BrokerConnection {
    return this.#connect({
      clientId: `waymark-${this.#options.nodeName}-retained`,
      sessionExpiryS: 0,
      filters: RETAINED_UPLINKS,
      wantsRetained: true,
      onMessage: (packet, done) => {
        if (packet.retain) this.#receive(packet, done);
        else done();
      },
    });
  }

  #receive(packet: IPublishPacket, done: (error?: Error) => void): void {
    // Messages that arrive while the server stops stay with the broker.
    if (this.#closing) return;
    const { now, onStream } = this.#options;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const topic = parseUplinkTopic(packet.topic);
    const arrival = { sender: this.#sender, link: 'cellular', receivedAt: now() } as const;
    const isExcess = this.#isExcess(topic);
    if (topic.uid !== null && topic.name === 'stream' && !isExcess) onStream?.(topic.uid, payload);
    const message = isExcess ? rejectExcess(topic, payload, arrival) : decodePublication(topic, payload, arrival);
    if (message === null) return done();
    this.#inFlight.store(message, (error) => {
      done(error);
      if (!error) this.#noteOnline(message);
    });
  }

  /** Excess is rejected: delayed messages of one device would fill the receive window of all devices. */
  #isExcess({ uid, name }: UplinkTopic): boolean {
    const { devices, streams } = this.#options.rates;
    return uid !== null && (name === 'stream' ? streams : devices).take(uid) === null;
  }

  #noteOnline(message: DeviceMessage | Rejection): void {
    if (!('name' in message) || message.name !== 'status') return;
    if (message.body.online === 1) this.#options.onConnected?.(message.uid);
  }
}
