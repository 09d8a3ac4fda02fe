import type { CompanyId } from '@waymark/domain/ids';
import type { Actor } from '../platform/access/actor.ts';
import { Coalescer } from '../platform/coalescer.ts';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import type { HubSocket } from './connection.ts';

/** Notifies a connected user who joins or leaves a room. */
export type RoomNews = Pick<PendingEvent, 'name' | 'data'>;

interface Parts {
  readonly roomsOf: (actor: Actor) => Promise<readonly string[]>;
  readonly newsOf: (room: string, isLeft: boolean) => RoomNews | null;
  /** The connections of this node. */
  readonly sockets: () => readonly HubSocket[];
  readonly log: Log;
}

/** Keeps connected viewers in the rooms of the devices and runs that they may follow. */
export class RoomReviews {
  readonly #parts: Parts;
  readonly #reviews = new Coalescer(() => this.#reviewPending());
  #pending = new Set<number | null>();
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Number of requested reviews: a user who was admitted while it changed may have missed one. */
  get count(): number {
    return this.#count;
  }

  /** Reviews the viewers of a company, or all; one at a time, so that an older answer never overrules a newer one. */
  review(groupId: CompanyId | null): Promise<void> {
    this.#count += 1;
    this.#pending.add(groupId);
    return this.#reviews.request();
  }

  async #reviewPending(): Promise<void> {
    const groupIds = this.#pending;
    this.#pending = new Set();
    for (const socket of this.#parts.sockets()) {
      const { role, groupId: own } = socket.data.actor;
      if (role === 'viewer' && (groupIds.has(null) || groupIds.has(own))) await this.#reviewOne(socket);
    }
  }

  async #reviewOne(socket: HubSocket): Promise<void> {
    try {
      const rooms = await this.#parts.roomsOf(socket.data.actor);
      const [before, after] = [new Set(socket.data.rooms), new Set(rooms)];
      if (!socket.connected) return;
      const left = [...before].filter((room) => !after.has(room));
      const joined = rooms.filter((room) => !before.has(room));
      socket.data.rooms = rooms;
      for (const room of left) await socket.leave(room);
      await socket.join(joined);
      for (const room of left) this.#notify(socket, room, true);
      for (const room of joined) this.#notify(socket, room, false);
    } catch (error) {
      // A viewer must not receive events they may no longer see: the console reconnects with its rooms read again.
      this.#parts.log.warn({ err: error }, 'reading the rooms of a viewer failed; the viewer is disconnected');
      socket.disconnect(true);
    }
  }

  #notify(socket: HubSocket, room: string, isLeft: boolean): void {
    const news = this.#parts.newsOf(room, isLeft);
    if (news) socket.emit(news.name, news.data);
  }
}
