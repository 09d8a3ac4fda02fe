import type { Socket } from 'node:net';
import { setImmediate as untilWritten } from 'node:timers/promises';
import { maySubscribe } from '@waymark/device-protocol/mqtt/access';
import type { Publication as Downlink } from '@waymark/device-protocol/mqtt/uplink';
import type { IConnectPacket, ISubscription } from 'mqtt-packet';
import type { ReplacedConnection } from '../../features/records/replaced-connections-notice.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { AddressCounts } from './address-counts.ts';
import { BROKER_LIMITS, type BrokerLimits } from './broker-limits.ts';
import { BrokerListeners, type TlsListener } from './broker-listeners.ts';
import { Client, type ClientHandler } from './client.ts';
import type { Credentials } from './client-account.ts';
import { ClientAdmission, CONNACK_CODES } from './client-admission.ts';
import { ConnectedClients } from './connected-clients.ts';
import type { ConnectedClient, GatewayOptions, MqttGateway, MqttPorts } from './gateway.ts';
import { OfflineNotices } from './offline-notices.ts';
import type { Publication } from './packets.ts';
import type { Refusal } from './refusal-log.ts';
import { Refusals } from './refusals.ts';
import { Subscriptions } from './subscriptions.ts';
import { UplinkIntake } from './uplink-intake.ts';

export interface EndpointOptions extends GatewayOptions {
  readonly host: string;
  /** 0 takes any free port, null listens on none. */
  readonly port: number | null;
  readonly tls?: TlsListener;
  /** Id of this node in the table `nodes`. */
  readonly nodeId: string;
  /** TCP proxies between devices and this server. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  readonly credentials: Credentials;
  /** Called for every refusal; the log names each client and reason once a minute. */
  readonly onRefused?: (refusal: Refusal) => void;
  readonly limits?: Partial<BrokerLimits>;
}

const UNACCEPTABLE_VERSION = 1;
const REFUSED_SUBSCRIPTION = 128;
/** Of MQTT 3.1, whose name on the wire is MQIsdp. */
const VERSION_31 = 3;
const MAX_CLIENT_ID_31 = 23;

/**
 * The MQTT 3.1.1 endpoint of this server, to which devices and relays connect. It is no broker: it stores what they
 * publish and acknowledges after the commit, sends them the server's own downlinks, and keeps no session, no retained
 * message and no last will. Messages for a device that is away wait in the database.
 */
export class DeviceEndpoint implements MqttGateway, ClientHandler {
  readonly #options: EndpointOptions;
  readonly #limits: BrokerLimits;
  readonly #admission: ClientAdmission;
  readonly #refusals: Refusals;
  readonly #notices: OfflineNotices;
  readonly #clients: ConnectedClients;
  readonly #subscriptions = new Subscriptions();
  readonly #addresses: AddressCounts;
  readonly #intake: UplinkIntake;
  #listeners: BrokerListeners | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: EndpointOptions) {
    const { credentials, door, log, now, nodeId } = options;
    this.#options = options;
    this.#limits = { ...BROKER_LIMITS, ...options.limits };
    const { maxHeldMs, noticeRetryMs } = this.#limits;
    this.#refusals = new Refusals(options);
    this.#addresses = new AddressCounts(this.#limits);
    this.#notices = new OfflineNotices({ door, log, nodeId, retryMs: noticeRetryMs });
    this.#clients = new ConnectedClients(this.#notices, now);
    this.#intake = new UplinkIntake({ ...options, maxHeldMs }, this.#notices, this.#refusals);
    const onRefused = this.#refusals.report.bind(this.#refusals);
    this.#admission = new ClientAdmission({ credentials, log, now, onRefused });
  }

  static async start(options: EndpointOptions): Promise<DeviceEndpoint> {
    const endpoint = new DeviceEndpoint(options);
    const { maxConnections } = endpoint.#limits;
    endpoint.#listeners = await BrokerListeners.listen({ ...options, maxConnections }, (socket, address) =>
      endpoint.#accept(socket, address),
    );
    return endpoint;
  }

  publish(downlink: Downlink): Promise<void> {
    return this.#subscriptions.publish(downlink);
  }

  get isConnected(): boolean {
    return this.#closing === undefined;
  }

  hearsCommands(uid: number): boolean {
    return this.#subscriptions.hearsCommands(uid);
  }

  /** Ends the client's connection, except one that was made with the credential of `issuedAt`. */
  disconnect(clientId: string, issuedAt: number | null): void {
    this.#clients.disconnect(clientId, issuedAt);
  }

  endReplaced(connection: ReplacedConnection): void {
    this.#clients.endReplaced(connection);
  }

  clients(): readonly ConnectedClient[] {
    return [...this.#clients.open].filter(({ clientId }) => clientId !== '');
  }

  connections(): number {
    return this.#clients.count;
  }

  oldestPendingMs(): number {
    let oldestMs = 0;
    for (const { pending } of this.#clients.open) oldestMs = Math.max(oldestMs, pending.oldestMs);
    return oldestMs;
  }

  reconnect(olderThanMs: number): number {
    const stuck = [...this.#clients.open].filter(({ pending }) => pending.oldestMs >= olderThanMs);
    for (const client of stuck) client.end();
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
    await this.#intake.close(this.#limits.closeTimeoutMs);
    // The last acknowledgements leave in the next turn of the event loop.
    await untilWritten();
    this.#clients.endAll();
    await listenersClosed;
  }

  #accept(socket: Socket, address: string): void {
    if (this.#closing) {
      socket.destroy();
      return;
    }
    const network = addressKey(address);
    // The limits hold for both ports together.
    if (this.#addresses.isFull(network) || this.#clients.open.size >= this.#limits.maxConnections) {
      this.#refusals.report({ clientId: '', username: '', address }, 'too-many-connections');
      socket.destroy();
      return;
    }
    const counted = this.#addresses.add(network);
    this.#clients.add(new Client({ socket, address, counted, limits: this.#limits, handler: this }));
  }

  onConnect(client: Client, packet: IConnectPacket): void {
    const { clientId, username, password, keepalive = 0, will, protocolVersion = 4 } = packet;
    client.clientId = clientId;
    client.willTopic = will?.topic ?? null;
    if (protocolVersion > 4) {
      this.#refusals.report(client, 'protocol-version');
      client.reject(UNACCEPTABLE_VERSION);
    } else if (protocolVersion === VERSION_31 && clientId.length > MAX_CLIENT_ID_31) {
      client.reject(CONNACK_CODES['client-id']);
    } else {
      client.username = username ?? '';
      const { maxKeepAliveS } = this.#limits;
      const keepAliveS = keepalive === 0 ? maxKeepAliveS : Math.min(keepalive, maxKeepAliveS);
      void this.#signIn(client, password?.toString() ?? '', keepAliveS);
    }
  }

  async #signIn(client: Client, password: string, keepAliveS: number): Promise<void> {
    if (this.#closing) return;
    const code = await this.#admission.admit(client, password);
    if (client.isEnded) return;
    if (code !== null) return client.reject(code);
    this.#clients.register(client);
    client.accept(keepAliveS);
  }

  onPublish(client: Client, publication: Publication): void {
    this.#intake.receive(client, publication);
  }

  onSubscribe(client: Client, messageId: number, subscriptions: readonly ISubscription[]): void {
    const uids = new Set<number>();
    const granted = subscriptions.map(({ topic, qos }) => {
      if (!maySubscribe(client.uids, topic)) {
        this.#refusals.keep(client, 'foreign-subscription', topic);
        return REFUSED_SUBSCRIPTION;
      }
      uids.add(this.#subscriptions.add(client, topic, qos));
      return qos;
    });
    client.answer({ cmd: 'suback', messageId, granted });
    for (const uid of uids) this.#options.onConnected?.(uid);
  }

  onUnsubscribe(client: Client, messageId: number, filters: readonly string[]): void {
    for (const filter of filters) this.#subscriptions.remove(client, filter);
    client.answer({ cmd: 'unsuback', messageId, granted: [] });
  }

  onExcess(client: Client, why: 'too-large' | 'too-many-packets'): void {
    this.#refusals.keep(client, why);
  }

  onCutOff({ clientId }: Client, why: string): void {
    this.#options.log.debug({ clientId, why }, 'an MQTT client was cut off');
  }

  onClose(client: Client): void {
    this.#subscriptions.removeAll(client);
    this.#clients.remove(client);
  }
}
