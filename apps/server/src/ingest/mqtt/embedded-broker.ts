import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as untilWritten } from 'node:timers/promises';
import { maySubscribe } from '@waymark/device-protocol/mqtt/access';
import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { AuthenticateError, Client, ConnectPacket, PublishPacket, Subscription } from 'aedes';
import type { ReplacedConnection } from '../../features/records/replaced-connections-notice.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { AddressCounts } from './address-counts.ts';
import { BrokerListeners, type TlsListener } from './broker-listeners.ts';
import { BROKER_LIMITS, type BrokerLimits } from './broker-limits.ts';
import type { Credentials } from './client-account.ts';
import { ClientAdmission, type ConnackCode } from './client-admission.ts';
import { ClientSession } from './client-session.ts';
import { ConnectedClients } from './connected-clients.ts';
import type { ConnectedClient, GatewayOptions, MqttGateway, MqttPorts } from './gateway.ts';
import { OfflineNotices } from './offline-notices.ts';
import { readPackets } from './read-packets.ts';
import { describeRefused } from './refused-client.ts';
import { RefusalLog, type Refusal, type RefusalReason } from './refusal-log.ts';
import { findUplink, type UplinkTopic } from './uplink-topic.ts';
import { UplinkBroker } from './uplink-broker.ts';
import { UplinkIntake } from './uplink-intake.ts';

export interface EmbeddedBrokerOptions extends GatewayOptions {
  readonly host: string;
  /** 0 takes any free port, null listens on none. */
  readonly port: number | null;
  readonly tls?: TlsListener;
  /** Of the table nodes: devices that connect elsewhere are told apart by it. */
  readonly nodeId: string;
  /** TCP proxies between devices and this server. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  readonly credentials: Credentials;
  /** Called for every refusal; the log names each client and reason once a minute. */
  readonly onRefused?: (refusal: Refusal) => void;
  readonly limits?: Partial<BrokerLimits>;
}

/**
 * The MQTT 3.1.1 broker inside this server. It keeps nothing: what devices say is stored before it is acknowledged,
 * and what is to be told to a device waits in the database until the device listens.
 */
export class EmbeddedBroker implements MqttGateway {
  readonly #options: EmbeddedBrokerOptions;
  readonly #limits: BrokerLimits;
  readonly #admission: ClientAdmission;
  readonly #refusals: RefusalLog;
  readonly #notices: OfflineNotices;
  readonly #clients: ConnectedClients;
  readonly #addresses: AddressCounts;
  readonly #intake: UplinkIntake;
  readonly #broker: UplinkBroker;
  #listeners: BrokerListeners | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: EmbeddedBrokerOptions) {
    const { credentials, door, log, now, nodeId } = options;
    this.#options = options;
    this.#limits = { ...BROKER_LIMITS, ...options.limits };
    this.#refusals = new RefusalLog(log);
    this.#addresses = new AddressCounts(this.#limits);
    this.#notices = new OfflineNotices({ door, log, nodeId, retryMs: this.#limits.noticeRetryMs });
    this.#clients = new ConnectedClients(this.#notices, now);
    this.#intake = new UplinkIntake(options, this.#notices);
    this.#admission = new ClientAdmission({ credentials, log, now, onRefused: this.#report.bind(this) });
    this.#broker = this.#createBroker();
  }

  static async start(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
    const gateway = new EmbeddedBroker(options);
    await gateway.#broker.listen();
    try {
      const { maxConnections } = gateway.#limits;
      gateway.#listeners = await BrokerListeners.listen({ ...options, maxConnections }, (socket, address) =>
        gateway.#accept(socket, address),
      );
    } catch (error) {
      await gateway.close();
      throw error;
    }
    return gateway;
  }

  publish({ topic, payload, qos, retain }: Publication): Promise<void> {
    const packet = { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain, dup: false } as const;
    return new Promise((resolve, reject) => {
      this.#broker.publish(packet, null, (error) => (error ? reject(error) : resolve()));
    });
  }

  get isConnected(): boolean {
    return this.#closing === undefined;
  }

  hearsCommands(uid: number): boolean {
    return this.#clients.audience.has(uid);
  }

  disconnect(clientId: string, issuedAt: number | null): void {
    this.#clients.disconnect(clientId, issuedAt);
  }

  endReplaced(connection: ReplacedConnection): void {
    this.#clients.endReplaced(connection);
  }

  clients(): readonly ConnectedClient[] {
    return this.#clients.list();
  }

  connections(): number {
    return this.#clients.count;
  }

  oldestPendingMs(): number {
    let oldestMs = 0;
    for (const { pending } of this.#clients.sessions()) oldestMs = Math.max(oldestMs, pending.oldestMs);
    return oldestMs;
  }

  reconnect(olderThanMs: number): number {
    const stuck = [...this.#clients.sessions()].filter(({ pending }) => pending.oldestMs >= olderThanMs);
    for (const session of stuck) session.end();
    return stuck.length;
  }

  ports(): MqttPorts {
    return this.#listeners?.ports() ?? { mqtt: null, mqtts: null };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const listenersClosed = this.#listeners?.close();
    this.#clients.stop();
    this.#notices.stop();
    this.#refusals.close();
    await this.#intake.drain(this.#limits.closeTimeoutMs);
    // The last acknowledgements have yet to leave.
    await untilWritten();
    this.#clients.endAll();
    await new Promise<void>((resolve) => this.#broker.close(resolve));
    await listenersClosed;
  }

  #createBroker(): UplinkBroker {
    const { connectTimeoutMs, drainTimeoutMs, maxUnfinished } = this.#limits;
    const broker = new UplinkBroker({
      connectTimeout: connectTimeoutMs,
      drainTimeout: drainTimeoutMs,
      maxInflightInbound: maxUnfinished,
      preConnect: (client, packet, done) => this.#prepare(client, packet, done),
      authenticate: (client, username, password, done) => void this.#authenticate(client, username, password, done),
      authorizePublish: (client, packet, done) => this.#receive(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => done(null, this.#allow(client, subscription)),
    });
    broker.on('client', (client) => this.#clients.register(client));
    broker.on('subscribe', (subscriptions, client) => this.#tellConnected(subscriptions, client));
    broker.on('unsubscribe', (filters, client) => this.#noteUnsubscribed(filters, client));
    broker.on('clientError', (client, error) =>
      this.#options.log.debug({ err: error, clientId: client.id }, 'an MQTT client was cut off'),
    );
    const failures: EventEmitter = broker;
    failures.on('error', (error: unknown) => this.#options.log.error({ err: error }, 'the MQTT broker failed'));
    return broker;
  }

  #accept(socket: Socket, address: string): void {
    if (this.#closing) {
      socket.destroy();
      return;
    }
    const network = addressKey(address);
    // Both ports together.
    if (this.#addresses.isFull(network) || this.#clients.open >= this.#limits.maxConnections) {
      this.#report({ clientId: '', username: '', address }, 'too-many-connections');
      socket.destroy();
      return;
    }
    const client = this.#broker.handle(socket);
    const session = new ClientSession(client, address, this.#addresses.add(network));
    this.#clients.add(session);
    readPackets(client, this.#limits, (why) => {
      this.#report(session, why);
      this.#keep(session, why);
      session.end();
    });
  }

  /** No session is kept, and last wills are ours to tell. */
  #prepare(client: Client, packet: ConnectPacket, done: (error: Error | null, isWelcome: boolean) => void): void {
    const session = this.#clients.find(client);
    if (!session) return done(new Error('connection closed'), false);
    session.clientId = packet.clientId;
    session.willTopic = packet.will?.topic ?? null;
    if ((packet.protocolVersion ?? 4) > 4) this.#report(session, 'protocol-version');
    delete packet.will;
    Object.assign(packet, { clean: true, keepalive: this.#limitKeepAlive(packet.keepalive ?? 0) });
    done(null, true);
  }

  #limitKeepAlive(askedS: number): number {
    return askedS === 0 ? this.#limits.maxKeepAliveS : Math.min(askedS, this.#limits.maxKeepAliveS);
  }

  async #authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    done: (error: AuthenticateError | null, isWelcome: boolean) => void,
  ): Promise<void> {
    const session = this.#clients.find(client);
    if (!session || this.#closing) return;
    session.username = username ?? '';
    const code = await this.#admission.admit(session, password?.toString() ?? '');
    if (code === null) done(null, true);
    else done(buildConnackError(code), false);
  }

  #receive(client: Client | null, packet: PublishPacket, done: (error?: Error) => void): void {
    // What arrives while the server stops is not acknowledged: the client sends it again.
    if (this.#closing || client === null) return;
    if (lacksNumber(packet)) return done(new Error('a publication without a number'));
    const session = this.#clients.find(client);
    const uplink = findUplink(packet.topic);
    if (session && uplink && session.uids.has(uplink.uid)) {
      this.#takeInTime(session, uplink, packet, done);
      return;
    }
    if (session) {
      this.#report(session, 'foreign-topic', packet.topic);
      this.#keep(session, 'foreign-topic', packet);
    }
    done(new Error('not allowed to publish there'));
  }

  /** Frames of a stream are dropped above their rate; every other message waits until its device may send again. */
  #takeInTime(
    session: ClientSession,
    { uid, name }: UplinkTopic,
    packet: PublishPacket,
    done: (error?: Error) => void,
  ): void {
    const { devices, relays, streams } = this.#options.rates;
    const { maxHeldMs } = this.#limits;
    if (name === 'stream') {
      if (streams.take(uid) === null) done();
      else this.#intake.take(session, packet, done);
      return;
    }
    const ownMs = devices.take(uid, maxHeldMs);
    const relayMs = session.link === 'bluetooth' ? relays.take(session.clientId, maxHeldMs) : 0;
    if (ownMs === null || relayMs === null) {
      this.#report(session, 'too-many-messages');
      session.end();
    } else if (ownMs === 0 && relayMs === 0 && session.held.isEmpty) this.#intake.take(session, packet, done);
    else {
      session.held.hold(Math.max(ownMs, relayMs), () => {
        if (!this.#closing) this.#intake.take(session, packet, done);
      });
    }
  }

  #allow(client: Client, subscription: Subscription): Subscription | null {
    const session = this.#clients.find(client);
    if (session && maySubscribe(session.uids, subscription.topic)) return subscription;
    if (session) {
      this.#report(session, 'foreign-subscription', subscription.topic);
      this.#keep(session, 'foreign-subscription', subscription);
    }
    return null;
  }

  #tellConnected(subscriptions: readonly Subscription[], client: Client): void {
    const session = this.#clients.find(client);
    if (!session) return;
    const allowed = subscriptions.filter(({ topic }) => maySubscribe(session.uids, topic));
    for (const { topic } of allowed) this.#clients.audience.add(session, topic);
    for (const uid of new Set(allowed.map(({ topic }) => Number(topic.split('/')[2]))))
      this.#options.onConnected?.(uid);
  }

  #noteUnsubscribed(filters: readonly string[], client: Client): void {
    const session = this.#clients.find(client);
    if (session) for (const filter of filters) this.#clients.audience.remove(session, filter);
  }

  /** Nobody waits for it: the client gets no acknowledgement. */
  #keep(session: ClientSession, why: RefusalReason, { topic = '', payload = '' }: Partial<PublishPacket> = {}): void {
    const { door, log, now } = this.#options;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const rejection = describeRefused({ session, why, topic, payload: bytes, receivedAt: now() });
    if (rejection === null) return;
    door.refuse(rejection).catch((error: unknown) => log.debug({ err: error, why }, 'a refusal was not kept'));
  }

  #report(
    { clientId, username, address }: Pick<ClientSession, 'clientId' | 'username' | 'address'>,
    why: RefusalReason,
    topic?: string,
  ): void {
    const refusal: Refusal = { clientId, username, address, why, ...(topic !== undefined && { topic }) };
    this.#refusals.write(refusal, this.#options.now());
    this.#options.onRefused?.(refusal);
  }
}

/** The parser of aedes then says -1, with which nothing can be acknowledged. */
function lacksNumber({ qos, messageId = -1 }: PublishPacket): boolean {
  return qos > 0 && messageId < 0;
}

function buildConnackError(returnCode: ConnackCode): AuthenticateError {
  return Object.assign(new Error('connection refused'), { returnCode });
}
