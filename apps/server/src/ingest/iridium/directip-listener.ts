import type { Socket } from 'node:net';
import { encodeMoConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { decodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import type { RejectionReason } from '@waymark/domain/device/rejection';
import { addressKey } from '../../platform/http/limits/address-key.ts';
import type { Log } from '../../platform/log.ts';
import { SampledLog } from '../../platform/sampled-log.ts';
import type { TlsTrust } from '../../platform/tls.ts';
import { DeviceServer } from '../device-server/device-server.ts';
import type { Door } from '../device-message.ts';
import { readMessage } from './read-message.ts';
import { createAllowList, plainAddress } from '../device-server/source-allow-list.ts';
import type { ReceiveSession } from './receive-session.ts';

export interface DirectIpOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsTrust;
  /** TCP proxies between the gateway and this server. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  /** Addresses and ranges of the gateway; an empty list allows this machine only. */
  readonly allow: readonly string[];
  /** Whether the gateway is provisioned to wait for a confirmation. */
  readonly confirm?: boolean;
  readonly receive: ReceiveSession;
  readonly refuse: Door['refuse'];
  readonly log: Log;
  readonly now: () => number;
  /** Time for a complete message to arrive, and for the gateway to hang up after its confirmation. */
  readonly readTimeoutMs?: number;
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress?: number;
}

const LOG_STRANGERS_EVERY_MS = 60_000;
/** Limit of all sockets, including refused ones and unfinished TLS handshakes. */
const MOST_SOCKETS = 1000;

/** Counts since the start. */
export interface DirectIpCounts {
  open: number;
  /** Sessions that were stored, refused and stored as rejected, or had nothing to store. */
  finished: number;
  /** Sessions that were not stored: the gateway delivers them again. */
  failed: number;
  /** Connections without a complete message. */
  malformed: number;
  /** Connections from addresses that are not on the list. */
  strangers: number;
  /** Connections beyond the limits. */
  busy: number;
}

/** Listens for the Iridium gateway, which opens a connection for each session of a device. */
export class DirectIpListener {
  readonly #options: DirectIpOptions;
  readonly #isAllowed: (address: string) => boolean;
  readonly #listener: DeviceServer;
  readonly #readTimeoutMs: number;
  readonly #addresses = new Map<Socket, string>();
  readonly #reading = new Set<Socket>();
  /** Connections whose message is being stored, and since when. */
  readonly #storing = new Map<Socket, number>();
  readonly #working = new Set<Promise<void>>();
  readonly #counts = { finished: 0, failed: 0, malformed: 0, strangers: 0, busy: 0 };
  readonly #failures: SampledLog;
  #strangersLoggedAt = -Infinity;
  #isClosing = false;

  constructor(options: DirectIpOptions) {
    this.#options = options;
    this.#failures = new SampledLog((fields) =>
      options.log.warn(fields, 'storing a satellite message failed; the gateway sends it again'),
    );
    this.#isAllowed = createAllowList(options.allow);
    this.#readTimeoutMs = options.readTimeoutMs ?? 10_000;
    // Half-open connections are allowed: a gateway may end its side after its message and wait for the confirmation.
    const { tls, isProxy } = options;
    this.#listener = new DeviceServer(
      { tls, isProxy, handshakeMs: this.#readTimeoutMs, allowHalfOpen: true },
      (socket, address) => this.#accept(socket, plainAddress(address)),
    );
    this.#listener.server.maxConnections = MOST_SOCKETS;
  }

  async listen(): Promise<{ readonly port: number }> {
    await this.#listener.listen(this.#options.port, this.#options.host);
    this.#listener.server.on('error', (error) =>
      this.#options.log.error({ err: error }, 'the DirectIP listener failed'),
    );
    return { port: this.#listener.port ?? 0 };
  }

  counts(): Readonly<DirectIpCounts> {
    return { ...this.#counts, open: this.#addresses.size };
  }

  /** The age of the oldest unconfirmed message; 0 without one. */
  oldestPendingMs(): number {
    const [since] = this.#storing.values();
    return since === undefined ? 0 : performance.now() - since;
  }

  /**
   * Closes connections with an unconfirmed message of at least that age, so that the gateway delivers it again. Returns
   * the number.
   */
  reconnect(olderThanMs: number): number {
    const stuck = [...this.#storing].filter(([, since]) => performance.now() - since >= olderThanMs);
    for (const [socket] of stuck) {
      this.#storing.delete(socket);
      socket.destroy();
    }
    return stuck.length;
  }

  /** Accepts no new connection, drops incomplete messages, and waits until complete ones are stored and confirmed. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#failures.flush();
    const closed = this.#listener.close();
    for (const socket of this.#reading) socket.destroy();
    await Promise.all(this.#working);
    for (const socket of this.#addresses.keys()) socket.destroySoon();
    await closed;
  }

  #accept(socket: Socket, address: string): void {
    socket.on('error', () => undefined); // an error of a broken connection has already been handled
    if (!this.#isAllowed(address)) return this.#refuseAddress(socket, address);
    if (this.#isFull(address)) {
      this.#counts.busy++;
      return void socket.destroy();
    }
    this.#addresses.set(socket, addressKey(address));
    socket.once('close', () => {
      this.#addresses.delete(socket);
      this.#storing.delete(socket);
    });
    const work = this.#serve(socket, address)
      .catch((error: unknown) => this.#failures.note(address, { err: error, address }, this.#options.now()))
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  /** Counts refused addresses without storing or logging each one: any client could fill disks with that. */
  #refuseAddress(socket: Socket, address: string): void {
    this.#counts.strangers++;
    socket.destroy();
    const { log, now } = this.#options;
    if (now() - this.#strangersLoggedAt < LOG_STRANGERS_EVERY_MS) return;
    this.#strangersLoggedAt = now();
    log.warn(
      { address, strangers: this.#counts.strangers },
      'refused DirectIP connections from addresses that are not allowed',
    );
  }

  #isFull(address: string): boolean {
    const { maxConnections = 200, maxConnectionsPerAddress = 100 } = this.#options;
    if (this.#addresses.size >= maxConnections) return true;
    const key = addressKey(address);
    const open = [...this.#addresses.values()].filter((each) => each === key).length;
    return open >= maxConnectionsPerAddress;
  }

  async #serve(socket: Socket, address: string): Promise<void> {
    this.#reading.add(socket);
    const message = await readMessage(socket, this.#readTimeoutMs);
    this.#reading.delete(socket);
    if (message.ok) return this.#store(socket, address, message.value);
    socket.destroy();
    const { reason, received } = message.failure;
    if (received.length === 0 || this.#isClosing) return;
    await this.#refuse(address, reason, `${received.length} bytes`, received);
  }

  async #store(socket: Socket, address: string, bytes: Uint8Array): Promise<void> {
    const decoded = decodeMobileOriginated(bytes);
    if (!decoded.ok) {
      socket.destroy();
      return this.#refuse(address, decoded.failure.reason, decoded.failure.detail, bytes);
    }
    const { imei, momsn, cdr, sessionStatus, payload, sessionTimeS } = decoded.value;
    const session = { imei, momsn, cdr, status: sessionStatus, payload, sessionAt: sessionTimeS * 1000 };
    if (!socket.destroyed) this.#storing.set(socket, performance.now());
    try {
      await this.#options.receive({ ...session, sender: address, topic: 'directip' });
      this.#counts.finished++;
      this.#hangUp(socket, true);
    } catch (error) {
      this.#counts.failed++;
      this.#hangUp(socket, false);
      this.#failures.note(imei, { err: error, imei, momsn }, this.#options.now());
    }
  }

  /** Confirms and ends our side; cuts a client that does not end its side in time. */
  #hangUp(socket: Socket, isStored: boolean): void {
    this.#storing.delete(socket);
    if (socket.destroyed) return;
    const cut = setTimeout(() => socket.destroy(), this.#readTimeoutMs);
    socket.once('close', () => clearTimeout(cut));
    socket.resume();
    if (this.#options.confirm === false) socket.end();
    else socket.end(encodeMoConfirmation(isStored));
  }

  #refuse(address: string, reason: RejectionReason, detail: string, payload: Uint8Array): Promise<void> {
    this.#counts.malformed++;
    const { refuse, now } = this.#options;
    return refuse({
      reason,
      detail,
      link: 'iridium',
      receivedAt: now(),
      uid: null,
      sender: address,
      topic: 'directip',
      payload,
    });
  }
}
