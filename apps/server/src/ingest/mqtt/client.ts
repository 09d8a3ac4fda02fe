import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Publication as Downlink } from '@waymark/device-protocol/mqtt/uplink';
import { generate, type IConnectPacket, type ISubscription, type Packet } from 'mqtt-packet';
import type { DeviceConnection } from '../../features/records/records.api.ts';
import { addressKey } from '../../platform/http/limits/address-key.ts';
import { PendingMessages, type PendingConnection } from '../pending-messages.ts';
import { ControlBudget } from './control-budgets.ts';
import type { ConnectedClient } from './gateway.ts';
import type { EndpointLimits } from './limits.ts';
import {
  encodeAcknowledgements,
  encodeConnack,
  PacketReader,
  PINGRESP,
  PUBACK,
  PUBCOMP,
  PUBREC,
  type Acknowledgement,
  type PacketFault,
  type Publication,
  type ReceivedPacket,
} from './packets.ts';

/** Handles the packets of all clients. */
export interface ClientHandler {
  /** The client's packets wait until `accept`, `reject` or `end` is called. */
  onConnect(client: Client, packet: IConnectPacket): void;
  /** `finish` is called once the publication is stored. */
  onPublish(client: Client, publication: Publication): void;
  onSubscribe(client: Client, messageId: number, subscriptions: readonly ISubscription[]): void;
  onUnsubscribe(client: Client, messageId: number, filters: readonly string[]): void;
  /** The client ends afterwards. */
  onExcess(client: Client, why: Exclude<PacketFault, 'damaged'>): void;
  /** `why` is for the log. */
  onCutOff(client: Client, why: string): void;
  onClose(client: Client): void;
}

interface SignedIn extends Pick<Client, 'link' | 'uids'> {
  /** Identifies the credential. */
  readonly issuedAt: number;
  /** Orders connections of the client. */
  readonly verifiedAt: number;
}

interface ClientParts {
  readonly socket: Socket;
  readonly address: string;
  /** Id of this node in the table `nodes`. */
  readonly nodeId: string;
  readonly limits: EndpointLimits;
  readonly handler: ClientHandler;
}

const NO_UIDS: ReadonlySet<number> = new Set();
const MAX_MESSAGE_ID = 0xffff;
/** Answers to downlinks: the command delivery waits for the device's own answer, which is an uplink. */
const IGNORED: ReadonlySet<Packet['cmd']> = new Set(['puback', 'pubrec', 'pubcomp']);

/** A connection to the endpoint, with its packets, its account, and the devices that it has declared online. */
export class Client implements ConnectedClient, PendingConnection {
  /** Unique among the connections to all nodes. */
  readonly id = randomUUID();
  readonly address: string;
  /** Limits count by network: an IPv6 customer has a whole /64. */
  readonly network: string;
  clientId = '';
  username = '';
  /** Topic of its last will. The server reports a lost device itself, so the will is never published. */
  willTopic: string | null = null;
  uids = NO_UIDS;
  issuedAt: number | null = null;
  /** The client is signed in and counted as such. */
  isRegistered = false;
  /** The credential has changed during its verification. */
  mustCheckAgain = false;
  /** Releases what the handler holds for the connection. */
  onceClosed: () => void = () => undefined;
  link: 'cellular' | 'bluetooth' = 'cellular';
  budget: ControlBudget;
  readonly onlineUids = new Set<number>();
  readonly pending = new PendingMessages();
  readonly #socket: Socket;
  readonly #limits: EndpointLimits;
  readonly #handler: ClientHandler;
  readonly #nodeId: string;
  readonly #reader: PacketReader;
  #phase: 'new' | 'connecting' | 'connected' | 'ended' = 'new';
  /** Ends a connection without a CONNECT, later one without a packet in its keep-alive. */
  #idleTimer: NodeJS.Timeout;
  #drainTimer: NodeJS.Timeout | undefined;
  /** Bytes of publications that were read and are not finished. */
  #unfinishedBytes = 0;
  /** QoS 2 messages that were acknowledged by PUBREC and not released by PUBREL. */
  readonly #unreleased = new Set<number>();
  #acknowledgements: Acknowledgement[] = [];
  #lastMessageId = 0;
  #verifiedAt = 0;

  constructor({ socket, address, nodeId, limits, handler }: ClientParts) {
    this.#socket = socket;
    this.address = address;
    this.network = addressKey(address);
    this.#nodeId = nodeId;
    this.#limits = limits;
    this.#handler = handler;
    this.budget = new ControlBudget(limits);
    this.#reader = new PacketReader(
      limits,
      (packet) => this.#handle(packet),
      (why) => this.#fail(why),
    );
    this.#idleTimer = setTimeout(() => this.cutOff('no CONNECT in time'), limits.connectTimeoutMs);
    socket.on('data', (chunk: Buffer) => this.#reader.read(chunk));
    socket.on('drain', () => this.#endDraining());
    socket.on('end', () => this.end());
    socket.on('error', (error) => this.cutOff(error.message));
    socket.once('close', () => this.#close());
  }

  get oldestPendingMs(): number {
    return this.pending.oldestMs;
  }

  get isEnded(): boolean {
    return this.#phase === 'ended';
  }

  signIn({ issuedAt, verifiedAt, link, uids }: SignedIn): void {
    this.#verifiedAt = verifiedAt;
    this.uids = uids;
    this.issuedAt = issuedAt;
    this.link = link;
  }

  get connection(): DeviceConnection {
    return { id: this.id, clientId: this.clientId, nodeId: this.#nodeId, since: this.#verifiedAt };
  }

  /** Sends the CONNACK and resumes reading, within the budget of the client. */
  accept(keepAliveS: number, budget: ControlBudget): void {
    if (this.#phase !== 'connecting') return;
    this.#phase = 'connected';
    this.budget = budget;
    this.#reader.useBudget(budget);
    const onIdle = (): void => {
      // The server does not read: it would not notice the packets of the client.
      if (this.#socket.isPaused()) this.#idleTimer.refresh();
      else this.cutOff('no packet within its keep-alive');
    };
    this.#idleTimer = setTimeout(onIdle, keepAliveS * 1500);
    this.#write(encodeConnack(0));
    this.#reader.resume();
    this.#resumeReading();
  }

  /** Ends the connection once the CONNACK is sent. */
  reject(returnCode: number): void {
    if (this.isEnded) return;
    this.#write(encodeConnack(returnCode));
    this.#phase = 'ended';
    this.#socket.destroySoon();
  }

  /** The publication is stored, so that it can be acknowledged. With an error the connection ends instead. */
  finish({ topic, payload, qos, messageId }: Publication, error?: Error): void {
    this.#unfinishedBytes -= topic.length + payload.length;
    if (this.isEnded) return;
    if (error) this.cutOff(error.message);
    else if (qos === 1) this.#acknowledge(PUBACK, messageId);
    else if (qos === 2) this.#acknowledgeQos2(messageId);
    this.#resumeReading();
  }

  /** Resolves when the message has left the server, or the connection has ended. */
  send({ topic, payload }: Downlink, qos: 0 | 1): Promise<void> {
    this.#lastMessageId = (this.#lastMessageId % MAX_MESSAGE_ID) + 1;
    const id = qos === 0 ? {} : { messageId: this.#lastMessageId };
    const packet = {
      cmd: 'publish',
      topic,
      payload: Buffer.from(payload),
      qos,
      retain: false,
      dup: false,
      ...id,
    } as const;
    return new Promise((resolve) => this.#write(generate(packet), resolve));
  }

  answer(packet: Packet): void {
    this.#write(generate(packet));
  }

  cutOff(why: string): void {
    if (!this.isEnded) this.#handler.onCutOff(this, why);
    this.end();
  }

  end(): void {
    this.#phase = 'ended';
    this.#reader.pause();
    this.#socket.destroy();
  }

  reconnect(): void {
    this.end();
  }

  #close(): void {
    this.#phase = 'ended';
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#drainTimer);
    this.#handler.onClose(this);
  }

  #fail(why: PacketFault): void {
    if (why !== 'damaged') this.#handler.onExcess(this, why);
    this.cutOff(why);
  }

  #handle(packet: ReceivedPacket): void {
    if (packet.cmd === 'connect' && this.#phase === 'new') return this.#connect(packet);
    if (this.#phase !== 'connected') return this.cutOff(`an unexpected ${packet.cmd}`);
    this.#idleTimer.refresh();
    if (packet.cmd === 'publish') return this.#publish(packet);
    const { messageId = 0 } = packet;
    if (messageId < 0) return this.cutOff(`${packet.cmd} without a number`);
    if (packet.cmd === 'subscribe') this.#handler.onSubscribe(this, messageId, packet.subscriptions);
    else if (packet.cmd === 'unsubscribe') this.#handler.onUnsubscribe(this, messageId, packet.unsubscriptions);
    else if (packet.cmd === 'pingreq') this.#write(PINGRESP);
    else if (packet.cmd === 'disconnect') this.end();
    else if (packet.cmd === 'pubrel') {
      this.#unreleased.delete(messageId);
      this.#acknowledge(PUBCOMP, messageId);
    } else if (!IGNORED.has(packet.cmd)) this.cutOff(`an unexpected ${packet.cmd}`);
  }

  #publish(publication: Publication): void {
    this.#unfinishedBytes += publication.topic.length + publication.payload.length;
    this.#handler.onPublish(this, publication);
    if (this.#unfinishedBytes > this.#limits.maxUnfinishedBytes) this.#socket.pause();
  }

  #connect(packet: IConnectPacket): void {
    clearTimeout(this.#idleTimer);
    this.#phase = 'connecting';
    this.#reader.pause();
    this.#socket.pause();
    this.#handler.onConnect(this, packet);
  }

  #acknowledgeQos2(messageId: number): void {
    const isNew = !this.#unreleased.has(messageId);
    if (isNew && this.#unreleased.size >= this.#limits.maxUnfinished)
      return this.cutOff('too many unfinished messages');
    this.#unreleased.add(messageId);
    this.#acknowledge(PUBREC, messageId);
  }

  /** The acknowledgements of one commit leave in a single write: its promises all resolve before the next tick. */
  #acknowledge(type: Acknowledgement['type'], messageId: number): void {
    if (this.#acknowledgements.push({ type, messageId }) > 1) return;
    process.nextTick(() => {
      const acknowledgements = this.#acknowledgements;
      this.#acknowledgements = [];
      this.#write(encodeAcknowledgements(acknowledgements));
    });
  }

  /** Stops reading from a client that does not read, and cuts it off after a timeout. */
  #write(bytes: Buffer, done?: () => void): void {
    if (this.isEnded) return done?.();
    if (this.#socket.write(bytes, done) || this.#drainTimer) return;
    this.#socket.pause();
    this.#drainTimer = setTimeout(() => this.cutOff('it does not read'), this.#limits.drainTimeoutMs);
  }

  #endDraining(): void {
    clearTimeout(this.#drainTimer);
    this.#drainTimer = undefined;
    this.#resumeReading();
  }

  #resumeReading(): void {
    const isFull = this.#unfinishedBytes > this.#limits.maxUnfinishedBytes;
    if (this.#phase === 'connected' && !isFull && !this.#drainTimer && this.#socket.isPaused()) this.#socket.resume();
  }
}
