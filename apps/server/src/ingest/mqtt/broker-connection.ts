import { PendingMessages, type PendingConnection } from '../pending-messages.ts';
import { connect, type IPublishPacket, type MqttClient } from 'mqtt';

export interface BrokerConnectionOptions {
  readonly url: URL;
  readonly ca?: string | Uint8Array;
  readonly clientId: string;
  /** Seconds for which the broker keeps the session and its messages while this server is away; 0 for none. */
  readonly sessionExpiryS: number;
  /** Maximum number of unacknowledged messages that the broker sends. */
  readonly maxInFlight: number;
  readonly filters: readonly string[];
  /** Some brokers send retained messages to shared subscriptions too, unless the subscription forbids it. */
  readonly wantsRetained: boolean;
  /** `done` acknowledges the message; with an error the connection breaks and the broker delivers it again. */
  readonly onMessage: (packet: IPublishPacket, done: (error?: Error) => void) => void;
  /** Called when the connection is ready, and with an error when it no longer is. */
  readonly onChange: (error?: Error) => void;
}

/** Short, to be back before most devices: some brokers forget shared subscriptions with a restart and drop messages. */
const RECONNECT_MS = 200;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_S = 30;
const MAX_PACKET_BYTES = 65_536;
/** Passed to mqtt.js, which then continues with the next message and does not acknowledge this one. */
const ACKNOWLEDGED_LATER = new Error('acknowledged later');

/**
 * A connection to an external broker. mqtt.js acknowledges each message before it delivers the next one, so no two messages
 * could share a commit. This class therefore writes the acknowledgements itself, many in one write. It uses two public but
 * undocumented properties of mqtt.js: `stream` for the acknowledgements, and `outgoing` to fail publications that were not
 * acknowledged before an outage (docs/decisions/0046).
 */
export class BrokerConnection implements PendingConnection {
  readonly #options: BrokerConnectionOptions;
  readonly #client: MqttClient;
  #isReady = false;
  #isEnding = false;
  #lastError: Error | undefined;
  #acknowledged: { readonly messageId: number; readonly end: () => void }[] = [];
  readonly #pending = new PendingMessages();

  constructor(options: BrokerConnectionOptions) {
    this.#options = options;
    this.#client = openClient(options);
    this.#client.handleMessage = (packet, callback) => this.#handle(packet, callback);
    this.#client.on('connect', () => void this.#subscribe());
    this.#client.on('error', (error) => (this.#lastError = error));
    this.#client.on('close', () => this.#goDown());
  }

  /** Connected and subscribed. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The age of the oldest message whose acknowledgement has not left; 0 without one. */
  get oldestPendingMs(): number {
    return this.#pending.oldestMs;
  }

  /** On the next connection the broker repeats every message that was not acknowledged. */
  reconnect(): void {
    this.#lastError = new Error('messages were received and not acknowledged');
    this.#client.stream.destroy();
  }

  async publish(
    topic: string,
    payload: Uint8Array,
    options: { readonly qos: 0 | 1; readonly retain: boolean },
  ): Promise<void> {
    await this.#client.publishAsync(topic, Buffer.from(payload), options);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const isIdle = this.#isReady && Object.keys(this.#client.outgoing).length === 0;
    this.#sendAcknowledgements();
    await this.#client.endAsync(!isIdle);
  }

  async #subscribe(): Promise<void> {
    const { filters, wantsRetained, onChange } = this.#options;
    try {
      await this.#client.subscribeAsync([...filters], { qos: 1, rh: wantsRetained ? 0 : 2 });
      this.#isReady = true;
      onChange();
    } catch (error) {
      this.#lastError = error instanceof Error ? error : undefined;
      this.#client.stream.destroy();
    }
  }

  #goDown(): void {
    this.#isReady = false;
    this.#acknowledged = [];
    this.#pending.clear();
    this.#forgetUnsent();
    if (!this.#isEnding) this.#options.onChange(this.#lastError ?? new Error('connection closed'));
    this.#lastError = undefined;
  }

  /** Fails publications that the broker has not acknowledged: after an outage mqtt.js would send outdated ones. */
  #forgetUnsent(): void {
    for (const id of Object.keys(this.#client.outgoing)) this.#client.removeOutgoingMessage(Number(id));
  }

  #handle(packet: IPublishPacket, callback: (error?: Error) => void): void {
    const { stream } = this.#client;
    if (packet.qos === 0) callback();
    else callback(ACKNOWLEDGED_LATER);
    const end = packet.qos === 0 ? () => undefined : this.#pending.begin();
    this.#options.onMessage(packet, (error) => {
      // Message ids belong to their connection. After it has closed, the broker sends the message again on the next one.
      if (stream !== this.#client.stream || !this.#client.connected) return;
      if (error) {
        this.#lastError = error;
        stream.destroy();
      } else if (packet.qos > 0 && packet.messageId !== undefined) this.#acknowledge(packet.messageId, end);
    });
  }

  #acknowledge(messageId: number, end: () => void): void {
    if (this.#acknowledged.push({ messageId, end }) === 1) setImmediate(() => this.#sendAcknowledgements());
  }

  /** Always empties the list: an id left in it would keep `#acknowledge` from scheduling another write. */
  #sendAcknowledgements(): void {
    const acknowledged = this.#acknowledged;
    this.#acknowledged = [];
    const { stream, connected } = this.#client;
    if (acknowledged.length === 0 || !connected) return;
    stream.write(Buffer.concat(acknowledged.map(({ messageId }) => encodePuback(messageId))), () => {
      for (const { end } of acknowledged) end();
    });
  }
}

function encodePuback(messageId: number): Uint8Array {
  return Uint8Array.of(0x40, 2, messageId >> 8, messageId & 0xff);
}

function openClient({ url, ca, clientId, sessionExpiryS, maxInFlight }: BrokerConnectionOptions): MqttClient {
  const { protocol, hostname, port, username, password } = url;
  const isSecure = protocol === 'mqtts:';
  return connect({
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 8883 : 1883) : Number(port),
    ...(username !== '' && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
    ...(ca !== undefined && { ca: typeof ca === 'string' ? ca : Buffer.from(ca) }),
    protocolVersion: 5,
    clientId,
    clean: sessionExpiryS === 0,
    properties: {
      sessionExpiryInterval: sessionExpiryS,
      receiveMaximum: maxInFlight,
      maximumPacketSize: MAX_PACKET_BYTES,
    },
    keepalive: KEEP_ALIVE_S,
    resubscribe: false,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
}
