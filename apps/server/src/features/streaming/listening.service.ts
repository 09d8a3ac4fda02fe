import { randomUUID } from 'node:crypto';
import type { StreamMethodHandlers } from '../../hub/methods.ts';
import { Outage } from '../../hub/outage.ts';
import type { StreamListener } from '../../hub/stream-listener.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOf, systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { hasDevice } from '../../platform/access/device-access.ts';
import { InTurn } from './in-turn.ts';
import type { Listeners } from './listeners.ts';
import { listUidsHeardElsewhere, listVisibleUids } from './streaming.queries.ts';
import { keepListening } from './streaming.store.ts';

/** Of one connection; a person looks at a few. */
export const MOST_LISTENINGS = 32;
const WORK = 'streaming';

interface ListeningParts {
  readonly database: Database;
  readonly listeners: Listeners;
  readonly log: Log;
}

/** Whose rights are the same. */
function describeRights({ role, groupId, userId }: Actor): string {
  return role === 'viewer' ? `viewer ${userId}` : `${role} ${groupId}`;
}

/** Who may listen to what, on this node; and that the other nodes know of it. */
export class ListeningService {
  readonly methods: StreamMethodHandlers;
  readonly #parts: ListeningParts;
  readonly #nodeId = randomUUID();
  readonly #outage: Outage;
  readonly #telling = new InTurn(() => this.#tellOnce());
  readonly #reviewing = new InTurn(() => this.#reviewOnce());
  #elsewhere: ReadonlySet<number> = new Set();

  constructor(parts: ListeningParts) {
    this.#parts = parts;
    this.#outage = new Outage('who listens to streams cannot be kept up', parts.log);
    this.methods = {
      ListenToAgm: async ({ listener }, uid) => this.#listen(listener, uid),
      ShutupToAgm: async ({ listener }, uid) => this.#shutUp(listener, uid),
    };
  }

  isHeardElsewhere(uid: number): boolean {
    return this.#elsewhere.has(uid);
  }

  /** Looks at what others have said of themselves. */
  async look(): Promise<void> {
    const reader = this.#parts.database.read(systemScope(WORK));
    await this.#attempt(async () => {
      this.#elsewhere = await listUidsHeardElsewhere(reader, this.#nodeId);
    });
  }

  /** Ends the listening of those who may no longer. */
  async review(): Promise<void> {
    await this.#attempt(() => this.#reviewing.run());
  }

  /** Says that this node lives, and sees whether the others do. */
  async beat(): Promise<void> {
    await this.review();
    await this.#attempt(() => this.#telling.run());
    await this.look();
  }

  async #listen(listener: StreamListener, uid: number): Promise<void> {
    const { database, listeners } = this.#parts;
    if (!(await hasDevice(database.read(scopeOf(listener.actor)), uid))) throw problem('device-not-found');
    if (listener.gone.aborted) return;
    const uids = listeners.uidsOf(listener);
    if (uids.length >= MOST_LISTENINGS && !uids.includes(uid)) throw problem('too-many-requests');
    if (uids.length === 0) listener.gone.addEventListener('abort', () => this.#leave(listener), { once: true });
    listeners.add(listener, uid);
    try {
      await this.#telling.run();
    } catch (error) {
      listeners.remove(listener, uid);
      throw error;
    }
  }

  /** The answer comes when every node may know: a command that follows finds who still listens. */
  async #shutUp(listener: StreamListener, uid: number): Promise<void> {
    this.#parts.listeners.remove(listener, uid);
    await this.#telling.run();
  }

  #leave(listener: StreamListener): void {
    this.#parts.listeners.removeAll(listener);
    void this.#attempt(() => this.#telling.run());
  }

  async #tellOnce(): Promise<void> {
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
      if (lost.length > 0) await this.#telling.run();
    }
  }

  /** What fails is done again with the next beat. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#outage.end();
    } catch (error) {
      this.#outage.begin(error);
    }
  }
}
