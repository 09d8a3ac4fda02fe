import { buildLastWill } from '@waymark/device-protocol/mqtt/status';
import type { Uid } from '@waymark/domain/ids';
import type { ReplacedConnection } from '../../features/records/records.api.ts';
import type { Log } from '../../platform/log.ts';
import type { DeviceMessage, Door } from '../device-message.ts';
import type { Client } from './client.ts';
import type { EndpointLimits } from './limits.ts';

interface Parts {
  readonly door: Door;
  readonly log: Log;
  readonly now: () => number;
  readonly limits: EndpointLimits;
}

/**
 * The open connections. When one ends, the devices that it declared online are reported as offline, except when another
 * connection of the same client has replaced it, or the server itself stops.
 */
export class ConnectedClients {
  readonly #parts: Parts;
  readonly #open = new Set<Client>();
  /** Signed-in clients by client id. */
  readonly #byId = new Map<string, Client>();
  readonly #openByNetwork = new Counts();
  readonly #pendingByNetwork = new Counts();
  readonly #notices: OfflineNotices;
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#notices = new OfflineNotices(parts);
  }

  /** Number of signed-in clients. */
  get count(): number {
    return this.#byId.size;
  }

  /** Includes connections that have not signed in. */
  get open(): ReadonlySet<Client> {
    return this.#open;
  }

  /** Whether the limits allow no more connections from the network. They hold for both ports together. */
  isFull(network: string): boolean {
    const { maxPerAddress, maxPendingPerAddress, maxConnections } = this.#parts.limits;
    return (
      this.#open.size >= maxConnections ||
      this.#pendingByNetwork.of(network) >= maxPendingPerAddress ||
      (maxPerAddress > 0 && this.#openByNetwork.of(network) >= maxPerAddress)
    );
  }

  add(client: Client): void {
    this.#open.add(client);
    this.#openByNetwork.change(client.network, 1);
    this.#pendingByNetwork.change(client.network, 1);
  }

  /** The client has signed in. An older connection of the same client hands its devices over and ends. */
  register(client: Client): void {
    client.isRegistered = true;
    this.#pendingByNetwork.change(client.network, -1);
    const previous = this.#byId.get(client.clientId);
    this.#byId.set(client.clientId, client);
    if (!previous) return;
    for (const uid of previous.onlineUids) {
      if (client.uids.has(uid)) client.onlineUids.add(uid);
      else this.#reportLost(previous, uid);
    }
    previous.end();
  }

  /** Stores the presence that the device itself has reported. */
  setOnline(client: Client, uid: Uid, isOnline: boolean): void {
    // The end of the connection of a sleeping device is not a loss.
    if (isOnline) client.onlineUids.add(uid);
    else client.onlineUids.delete(uid);
    this.#notices.cancel(uid, client.link);
  }

  /** Ends the client's connection, except one that was made with the credential of `issuedAt`. */
  disconnect(clientId: string, issuedAt: number | null): void {
    for (const client of this.#open) {
      if (client.clientId !== clientId) continue;
      // During a sign-in the server may have read the credential before its change.
      if (client.issuedAt === null) client.mustCheckAgain = true;
      else if (client.issuedAt !== issuedAt) client.end();
    }
  }

  /** The new connection reports its devices. */
  endReplaced({ clientId, id }: ReplacedConnection): void {
    const client = this.#byId.get(clientId);
    if (client?.id === id) client.end();
  }

  stop(): void {
    this.#isStopping = true;
    this.#notices.stop();
  }

  endAll(): void {
    for (const client of this.#open) client.end();
  }

  /** The connection of the client has closed. */
  remove(client: Client): void {
    this.#open.delete(client);
    this.#openByNetwork.change(client.network, -1);
    if (!client.isRegistered) this.#pendingByNetwork.change(client.network, -1);
    if (this.#byId.get(client.clientId) !== client) return;
    this.#byId.delete(client.clientId);
    for (const uid of client.onlineUids) this.#reportLost(client, uid);
  }

  #reportLost(client: Client, uid: Uid): void {
    if (this.#isStopping || this.#isOnlineByAnother(client, uid)) return;
    const { link, connection } = client;
    const body = buildLastWill(link === 'bluetooth' ? 'bt' : 'cell');
    this.#notices.send({ uid, link, receivedAt: this.#parts.now(), name: 'status', body, connection });
  }

  /** Two relays may be near the same device. */
  #isOnlineByAnother(client: Client, uid: Uid): boolean {
    if (client.link !== 'bluetooth') return false;
    return [...this.#byId.values()].some(
      (other) => other !== client && other.link === client.link && other.onlineUids.has(uid),
    );
  }
}

class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  change(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** Stores the loss of devices, and retries until it is stored or the device is back. */
class OfflineNotices {
  readonly #parts: Parts;
  readonly #pending = new Map<string, DeviceMessage>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  send(message: DeviceMessage): void {
    this.#pending.set(formatKey(message.uid, message.link), message);
    void this.#store(message);
  }

  /** The device has reported again over this link: an unstored loss is outdated. */
  cancel(uid: Uid, link: string): void {
    this.#pending.delete(formatKey(uid, link));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #store(message: DeviceMessage): Promise<void> {
    const key = formatKey(message.uid, message.link);
    try {
      await this.#parts.door.receive([message]);
      if (this.#pending.get(key) === message) this.#pending.delete(key);
    } catch (error) {
      this.#parts.log.debug({ err: error, uid: message.uid }, 'storing the loss of a device failed; retrying');
      this.#retryLater();
    }
  }

  #retryLater(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      for (const message of this.#pending.values()) void this.#store(message);
    }, this.#parts.limits.noticeRetryMs);
    this.#timer.unref();
  }
}

function formatKey(uid: Uid, link: string): string {
  return `${uid} ${link}`;
}
