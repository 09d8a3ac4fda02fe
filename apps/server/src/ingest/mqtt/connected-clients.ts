import type { Client } from 'aedes';
import type { ReplacedConnection } from '../../features/records/replaced-connections-notice.ts';
import type { ClientSession } from './client-session.ts';
import { CommandAudience } from './command-audience.ts';
import type { OfflineNotices } from './offline-notices.ts';

/**
 * Who is connected. A connection that ends takes offline whom it had declared online, except when another one of
 * the same client has taken its place, or the server itself stops.
 */
export class ConnectedClients {
  readonly audience = new CommandAudience();
  readonly #notices: OfflineNotices;
  readonly #now: () => number;
  readonly #sessions = new Map<Client, ClientSession>();
  readonly #byId = new Map<string, ClientSession>();
  #isStopping = false;

  constructor(notices: OfflineNotices, now: () => number) {
    this.#notices = notices;
    this.#now = now;
  }

  get count(): number {
    return this.#byId.size;
  }

  /** Those that are just signing in included. */
  get open(): number {
    return this.#sessions.size;
  }

  add(session: ClientSession): void {
    this.#sessions.set(session.client, session);
    session.client.conn.once('close', () => this.#end(session));
  }

  find(client: Client): ClientSession | undefined {
    return this.#sessions.get(client);
  }

  /** Also connections that are just signing in. */
  list(): readonly ClientSession[] {
    return [...this.#sessions.values()].filter(({ clientId }) => clientId !== '');
  }

  /** Walks all connections, those that are just signing in included. */
  sessions(): Iterable<ClientSession> {
    return this.#sessions.values();
  }

  /** The client has signed in. A connection of the same client that is still there hands its devices over. */
  register(client: Client): void {
    const session = this.#sessions.get(client);
    if (!session || client.closed) return;
    const previous = this.#byId.get(session.clientId);
    this.#byId.set(session.clientId, session);
    if (!previous || previous === session) return;
    for (const uid of previous.onlineUids) if (session.uids.has(uid)) session.onlineUids.add(uid);
    for (const uid of previous.onlineUids) if (!session.uids.has(uid)) this.#tellLost(previous, uid);
    previous.client.close();
  }

  /** One that is just signing in is checked again: its credential may have been looked up before it changed. */
  disconnect(clientId: string, issuedAt: number | null): void {
    for (const session of this.#sessions.values()) {
      if (session.clientId !== clientId) continue;
      if (session.issuedAt === null) session.mustCheckAgain = true;
      else if (session.issuedAt !== issuedAt) session.end();
    }
  }

  /** What it had declared online is so by its new connection. */
  endReplaced({ clientId, id }: ReplacedConnection): void {
    const session = this.#byId.get(clientId);
    if (session?.id === id) session.end();
  }

  stop(): void {
    this.#isStopping = true;
  }

  endAll(): void {
    for (const session of this.#sessions.values()) session.end();
  }

  #end(session: ClientSession): void {
    this.#sessions.delete(session.client);
    session.held.end();
    this.audience.removeAll(session);
    if (this.#byId.get(session.clientId) !== session) return;
    this.#byId.delete(session.clientId);
    for (const uid of session.onlineUids) this.#tellLost(session, uid);
  }

  #tellLost(session: ClientSession, uid: number): void {
    if (this.#isStopping || this.#isBroughtByAnother(session, uid)) return;
    this.#notices.tell(uid, session, this.#now());
  }

  /** Two relays may stand beside the same device. */
  #isBroughtByAnother(session: ClientSession, uid: number): boolean {
    if (session.link !== 'bluetooth') return false;
    return [...this.#byId.values()].some(
      (other) => other !== session && other.link === session.link && other.onlineUids.has(uid),
    );
  }
}
