import type { ReplacedConnection } from '../../features/records/replaced-connections-notice.ts';
import type { Client } from './client.ts';
import type { OfflineNotices } from './offline-notices.ts';

/**
 * The open connections. One that ends reports the devices it had declared online as lost, except when another connection
 * of the same client has taken over, or the server itself stops.
 */
export class ConnectedClients {
  readonly #notices: OfflineNotices;
  readonly #now: () => number;
  readonly #open = new Set<Client>();
  /** Those that have signed in, by client id. */
  readonly #byId = new Map<string, Client>();
  #isStopping = false;

  constructor(notices: OfflineNotices, now: () => number) {
    this.#notices = notices;
    this.#now = now;
  }

  get count(): number {
    return this.#byId.size;
  }

  /** Includes connections that have not signed in. */
  get open(): ReadonlySet<Client> {
    return this.#open;
  }

  add(client: Client): void {
    this.#open.add(client);
  }

  /** The client has signed in. An older connection of the same client hands its devices over and ends. */
  register(client: Client): void {
    const previous = this.#byId.get(client.clientId);
    this.#byId.set(client.clientId, client);
    if (!previous) return;
    for (const uid of previous.onlineUids) {
      if (client.uids.has(uid)) client.onlineUids.add(uid);
      else this.#reportLost(previous, uid);
    }
    previous.end();
  }

  /** A client that is signing in is checked again: its credential may have been read before it changed. */
  disconnect(clientId: string, issuedAt: number | null): void {
    for (const client of this.#open) {
      if (client.clientId !== clientId) continue;
      if (client.issuedAt === null) client.mustCheckAgain = true;
      else if (client.issuedAt !== issuedAt) client.end();
    }
  }

  /** Its devices are online by its new connection. */
  endReplaced({ clientId, id }: ReplacedConnection): void {
    const client = this.#byId.get(clientId);
    if (client?.id === id) client.end();
  }

  stop(): void {
    this.#isStopping = true;
  }

  endAll(): void {
    for (const client of this.#open) client.end();
  }

  /** The connection of the client has closed. */
  remove(client: Client): void {
    this.#open.delete(client);
    if (this.#byId.get(client.clientId) !== client) return;
    this.#byId.delete(client.clientId);
    for (const uid of client.onlineUids) this.#reportLost(client, uid);
  }

  #reportLost(client: Client, uid: number): void {
    if (this.#isStopping || this.#isOnlineByAnother(client, uid)) return;
    this.#notices.tell(uid, client, this.#now());
  }

  /** Two relays may stand beside the same device. */
  #isOnlineByAnother(client: Client, uid: number): boolean {
    if (client.link !== 'bluetooth') return false;
    return [...this.#byId.values()].some(
      (other) => other !== client && other.link === client.link && other.onlineUids.has(uid),
    );
  }
}
