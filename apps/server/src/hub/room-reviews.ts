import type { Actor } from '../platform/access/actor.ts';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import type { HubSocket } from './connection.ts';

/** What somebody is told who has come into a room, or was put out of it, while he was connected. */
export type RoomNews = Pick<PendingEvent, 'name' | 'data'>;

interface Parts {
  readonly roomsOf: (actor: Actor) => Promise<readonly string[]>;
  readonly tellOf: (room: string, isLeft: boolean) => RoomNews | null;
  /** Those who are connected to this node. */
  readonly sockets: () => readonly HubSocket[];
  readonly log: Log;
}

/** Keeps the viewers who are connected in the rooms of what they may follow. */
export class RoomReviews {
  readonly #parts: Parts;
  readonly #waiting = new Set<number | null>();
  #isRunning = false;
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How many were asked for: who was let in meanwhile may have missed one. */
  get count(): number {
    return this.#count;
  }

  /** Of the viewers of a company, or of all. One at a time: an older answer never overrules a newer one. */
  async review(groupId: number | null): Promise<void> {
    this.#count += 1;
    this.#waiting.add(groupId);
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const groupIds = new Set(this.#waiting);
      this.#waiting.clear();
      for (const socket of this.#parts.sockets()) {
        const { role, groupId: own } = socket.data.actor;
        if (role === 'viewer' && (groupIds.has(null) || groupIds.has(own))) await this.#reviewOne(socket);
      }
    }
    this.#isRunning = false;
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
      for (const room of left) this.#tell(socket, room, true);
      for (const room of joined) this.#tell(socket, room, false);
    } catch (error) {
      // Nobody hears what he may hear no longer: his console connects anew.
      this.#parts.log.warn({ err: error }, 'what a viewer may follow could not be read');
      socket.disconnect(true);
    }
  }

  #tell(socket: HubSocket, room: string, isLeft: boolean): void {
    const news = this.#parts.tellOf(room, isLeft);
    if (news) socket.emit(news.name, news.data);
  }
}
