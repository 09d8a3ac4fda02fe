import { randomUUID } from 'node:crypto';
import type { Uid } from '@waymark/domain/ids';
import type { StreamMethodHandlers } from '../../hub/methods.ts';
import type { StreamListener } from '../../hub/stream-listener.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOf, systemScope } from '../../platform/access/scope.ts';
import { Coalescer } from '../../platform/coalescer.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { hasDevice } from '../../platform/access/device-access.ts';
import { Outage } from '../../platform/outage.ts';
import type { Listeners } from './listeners.ts';
import { hasListeners, listUidsHeardElsewhere, listVisibleUids } from './streaming.queries.ts';
import { keepListening } from './streaming.store.ts';

/** Maximum per connection; a user looks at a few. */
export const MOST_LISTENINGS = 32;
const WORK = 'streaming';

interface ListeningParts {
  readonly database: Database;
  readonly listeners: Listeners;
  readonly log: Log;
}

/** Equal for users with the same rights. */
function describeRights({ role, groupId, userId }: Actor): string {
  return role === 'viewer' ? `viewer ${userId}` : `${role} ${groupId}`;
}

/** Checks which user may listen to which device on this node, and announces the listeners to the other nodes. */
export class ListeningService {
  readonly methods: StreamMethodHandlers;
  readonly #parts: ListeningParts;
  readonly #nodeId = randomUUID();
  readonly #outage: Outage;
  readonly #announcements = new Coalescer(() => this.#announceListeners());
  readonly #reviews = new Coalescer(() => this.#reviewOnce());
  #elsewhere: ReadonlySet<number> = new Set();

  constructor(parts: ListeningParts) {
    this.#parts = parts;
    this.#outage = new Outage(parts.log, {
      began: 'updating the listeners of streams failed; retrying with the next beat',
      ended: 'the listeners of streams are updated again',
    });
    this.methods = {
      ListenToAgm: async ({ listener }, uid) => this.#listen(listener, uid),
      ShutupToAgm: async ({ listener }, uid) => this.#shutUp(listener, uid),
    };
  }

  isHeardElsewhere(uid: Uid): boolean {
    return this.#elsewhere.has(uid);
  }

  /** Reads the listeners of the other nodes. */
  async look(): Promise<void> {
    const reader = this.#parts.database.read(systemScope(WORK));
    await this.#attempt(async () => {
      this.#elsewhere = await listUidsHeardElsewhere(reader, this.#nodeId);
    });
  }

  /** Removes listeners that have lost access. */
  async review(): Promise<void> {
    await this.#attempt(() => this.#reviews.request());
  }

  /** Announces that this node is alive, and reads which others are; only one short read if no console listens. */
  async beat(): Promise<void> {
    if (await this.#isQuiet()) return;
    await this.review();
    await this.#attempt(() => this.#announcements.request());
    await this.look();
  }

  async #listen(listener: StreamListener, uid: Uid): Promise<void> {
    const { database, listeners } = this.#parts;
    if (!(await hasDevice(database.read(scopeOf(listener.actor)), uid))) throw problem('device-not-found');
    if (listener.gone.aborted) return;
    const uids = listeners.uidsOf(listener);
    if (uids.length >= MOST_LISTENINGS && !uids.includes(uid)) throw problem('too-many-requests');
    if (uids.length === 0) listener.gone.addEventListener('abort', () => this.#leave(listener), { once: true });
    listeners.add(listener, uid);
    try {
      await this.#announcements.request();
    } catch (error) {
      listeners.remove(listener, uid);
      throw error;
    }
  }

  /** Resolves when every node can read it: a command that follows finds the remaining listeners. */
  async #shutUp(listener: StreamListener, uid: Uid): Promise<void> {
    this.#parts.listeners.remove(listener, uid);
    await this.#announcements.request();
  }

  #leave(listener: StreamListener): void {
    this.#parts.listeners.removeAll(listener);
    void this.#attempt(() => this.#announcements.request());
  }

  /** Whether neither this node nor another one has listeners. If the database does not say, it counts as not quiet. */
  async #isQuiet(): Promise<boolean> {
    const { database, listeners } = this.#parts;
    if (this.#elsewhere.size > 0 || listeners.uids().length > 0) return false;
    return !(await hasListeners(database.read(systemScope(WORK))).catch(() => true));
  }

  async #announceListeners(): Promise<void> {
    const listening = { nodeId: this.#nodeId, uids: this.#parts.listeners.uids() };
    await this.#parts.database.change(systemOrigin(WORK), (change) => keepListening(change, listening));
  }

  async #reviewOnce(): Promise<void> {
    const { database, listeners } = this.#parts;
    const alike = Map.groupBy(listeners.all(), ({ actor }) => describeRights(actor));
    for (const group of alike.values()) {
      const [first] = group;
      if (!first) continue;
      const asked = group.flatMap((listener) => listeners.uidsOf(listener).map((uid) => ({ listener, uid })));
      const visible = await listVisibleUids(database.read(scopeOf(first.actor)), [
        ...new Set(asked.map(({ uid }) => uid)),
      ]);
      const lost = asked.filter(({ uid }) => !visible.has(uid));
      for (const { listener, uid } of lost) listeners.remove(listener, uid);
      if (lost.length > 0) await this.#announcements.request();
    }
  }

  /** Failed work is retried with the next beat. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#outage.end();
    } catch (error) {
      this.#outage.begin(error);
    }
  }
}
