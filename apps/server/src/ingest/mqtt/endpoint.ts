import type { Socket } from 'node:net';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { maySubscribe } from '@waymark/device-protocol/mqtt/access';
import type { Publication as Downlink } from '@waymark/device-protocol/mqtt/uplink';
import type { Uid } from '@waymark/domain/ids';
import type { IConnectPacket, ISubscription } from 'mqtt-packet';
import type { ReplacedConnection } from '../../features/records/records.api.ts';
import { addressKey } from '../../platform/http/limits/address-key.ts';
import { HeldRefusals } from '../../platform/held-refusals.ts';
import type { TlsTrust } from '../../platform/tls.ts';
import { DeviceServer, type DeviceServerOptions } from '../device-server/device-server.ts';
import { findOldestMs, reconnectStuck } from '../pending-messages.ts';
import { Client, type ClientHandler } from './client.ts';
import { ConnectedClients } from './connected-clients.ts';
import { ControlBudgets } from './control-budgets.ts';
import type { ConnectedClient, GatewayOptions, MqttGateway, MqttPorts } from './gateway.ts';
import { ENDPOINT_LIMITS, type EndpointLimits } from './limits.ts';
import type { Publication } from './packets.ts';
import { Refusals, type Refusal } from './refusals.ts';
import { CONNACK_CODES, SignIn, type Credentials, type SignInFault } from './sign-in.ts';
import { Subscriptions } from './subscriptions.ts';
import { UplinkIntake } from './uplink-intake.ts';

export interface EndpointOptions extends GatewayOptions, Pick<DeviceServerOptions, 'isProxy'> {
  readonly host: string;
  /** 0 selects any free port; null opens no port without TLS. */
  readonly port: number | null;
  /** With an authority, clients must show a certificate that it has signed. */
  readonly tls?: TlsTrust & { readonly port: number };
  /** Id of this node in the table `nodes`. */
  readonly nodeId: string;
  readonly credentials: Credentials;
  /** Called for every refusal; the log names each client and reason once a minute. */
  readonly onRefused?: (refusal: Refusal) => void;
  readonly limits?: Partial<EndpointLimits>;
}

const UNACCEPTABLE_VERSION = 1;
const REFUSED_SUBSCRIPTION = 128;
/** MQTT 3.1, which is called MQIsdp on the wire. */
const VERSION_31 = 3;
const MAX_CLIENT_ID_31 = 23;
/** Refusals of one client that wait. */
const MOST_HELD = 64;

/**
 * The MQTT 3.1.1 endpoint of this server for devices and relays. It is not a broker: it stores publications of clients and
 * acknowledges them after the commit, sends the server's own downlinks, and has no sessions, retained messages or last
 * wills. Messages for an offline device stay in the database.
 */
export class DeviceEndpoint implements MqttGateway, ClientHandler {
  readonly #options: EndpointOptions;
  readonly #limits: EndpointLimits;
  readonly #signIn: SignIn;
  readonly #refusals: Refusals;
  readonly #clients: ConnectedClients;
  readonly #subscriptions = new Subscriptions();
  readonly #budgets: ControlBudgets;
  readonly #heldRefusals: HeldRefusals;
  readonly #intake: UplinkIntake;
  #plain: DeviceServer | undefined;
  #secure: DeviceServer | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: EndpointOptions) {
    const limits = { ...ENDPOINT_LIMITS, ...options.limits };
    this.#options = options;
    this.#limits = limits;
    this.#refusals = new Refusals(options);
    this.#budgets = new ControlBudgets(limits);
    this.#heldRefusals = new HeldRefusals(limits.refusalDelayMs, MOST_HELD);
    this.#clients = new ConnectedClients({ ...options, limits });
    this.#intake = new UplinkIntake({ ...options, maxHeldMs: limits.maxHeldMs }, this.#clients, this.#refusals);
    this.#signIn = new SignIn({ ...options, onRefused: this.#refusals.report.bind(this.#refusals) });
  }

  static async start(options: EndpointOptions): Promise<DeviceEndpoint> {
    const endpoint = new DeviceEndpoint(options);
    const { port, tls, isProxy } = options;
    try {
      if (port !== null) endpoint.#plain = await endpoint.#listen(port, { isProxy });
      if (tls) endpoint.#secure = await endpoint.#listen(tls.port, { isProxy, tls });
    } catch (error) {
      await endpoint.close();
      throw error;
    }
    return endpoint;
  }

  async #listen(port: number, options: DeviceServerOptions): Promise<DeviceServer> {
    const server = new DeviceServer(options, (socket, address) => this.#accept(socket, address));
    server.server.maxConnections = this.#limits.maxConnections;
    await server.listen(port, this.#options.host);
    return server;
  }

  publish(downlink: Downlink): Promise<void> {
    return this.#subscriptions.publish(downlink);
  }

  get isConnected(): boolean {
    return this.#closing === undefined;
  }

  hearsCommands(uid: Uid): boolean {
    return this.#subscriptions.hearsCommands(uid);
  }

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
    return findOldestMs(this.#clients.open);
  }

  reconnect(olderThanMs: number): number {
    return reconnectStuck(this.#clients.open, olderThanMs);
  }

  ports(): MqttPorts {
    return { mqtt: this.#plain?.port ?? null, mqtts: this.#secure?.port ?? null };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const portsClosed = Promise.all([this.#plain?.close(), this.#secure?.close()]);
    this.#clients.stop();
    this.#refusals.close();
    await this.#intake.close(this.#limits.closeTimeoutMs);
    // The last acknowledgements are written in the next turn of the event loop.
    await nextEventLoopTurn();
    this.#clients.endAll();
    await portsClosed;
  }

  #accept(socket: Socket, address: string): void {
    if (this.#closing) {
      socket.destroy();
    } else if (this.#clients.isFull(addressKey(address))) {
      this.#refusals.report({ clientId: '', username: '', address }, 'too-many-connections');
      socket.destroy();
    } else {
      const { nodeId } = this.#options;
      this.#clients.add(new Client({ socket, address, nodeId, limits: this.#limits, handler: this }));
    }
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
      void this.#connect(client, password?.toString() ?? '', keepAliveS);
    }
  }

  async #connect(client: Client, password: string, keepAliveS: number): Promise<void> {
    if (this.#closing) return;
    if (this.#budgets.refusesSignIn(client.clientId, client.network)) return this.#refuseExcess(client);
    const fault = await this.#signIn.signIn(client, password);
    if (client.isEnded) return;
    if (fault === 'too-many-attempts') return this.#refuseLater(client, fault);
    if (fault !== null) return client.reject(CONNACK_CODES[fault]);
    const budget = this.#budgets.find(client.clientId);
    if (!budget.allowsSignIn(client.network)) return this.#refuseExcess(client);
    this.#clients.register(client);
    client.accept(keepAliveS, budget);
  }

  #refuseExcess(client: Client): void {
    this.#refusals.report(client, 'too-many-connections');
    this.#refuseLater(client, 'unavailable');
  }

  #refuseLater(client: Client, fault: SignInFault): void {
    const refuse = () => client.reject(CONNACK_CODES[fault]);
    const { network, clientId } = client;
    client.onceClosed = this.#heldRefusals.hold(`${network} ${clientId.slice(0, 64)}`, {
      refuse,
      end: () => client.end(),
    });
  }

  onPublish(client: Client, publication: Publication): void {
    this.#intake.receive(client, publication);
  }

  onSubscribe(client: Client, messageId: number, subscriptions: readonly ISubscription[]): void {
    const uids = new Set<number>();
    const granted = subscriptions.map(({ topic, qos }) => {
      if (!maySubscribe(client.uids, topic)) {
        this.#refusals.store(client, 'foreign-subscription', topic);
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
    if (why === 'too-large') this.#refusals.store(client, why);
    else this.#refusals.report(client, why);
  }

  onCutOff({ clientId }: Client, why: string): void {
    this.#options.log.debug({ clientId, why }, 'an MQTT client was cut off');
  }

  onClose(client: Client): void {
    this.#subscriptions.removeAll(client);
    client.onceClosed();
    this.#intake.forget(client);
    this.#clients.remove(client);
  }
}
