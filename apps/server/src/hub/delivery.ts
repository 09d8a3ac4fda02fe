import type { EventDefinition } from '@waymark/contract/event';
import { events } from '@waymark/contract/events/index';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Connection, HubNamespace } from './connection.ts';
import { encodeEvent } from './event-frame.ts';
import { LatestValues } from './latest-values.ts';
import { roomOf, roomsOfAudience } from './rooms.ts';

/** What is told of one run. */
export type RunEvent = Extract<PendingEvent, { readonly name: 'ReceivePigRunUpdate' }>;

const SLOW_ROOM = 'slow';

export interface DeliveryLimits {
  /** With this many packets waiting, and nothing written between two checks, a connection is slow. */
  readonly slowPackets: number;
  /** With more than this many it is cut; the console reconnects and loads afresh. */
  readonly maxWaitingPackets: number;
}

export interface DeliveryWays {
  /** It has caused the event and knows. */
  readonly except?: Connection;
}

/** The events of one run: who may hear them, and what they are on the wire. */
interface RunFrames {
  readonly rooms: readonly string[];
  readonly frames: Buffer[];
}

const NO_PACKET = Buffer.alloc(0);

export const DELIVERY_LIMITS: DeliveryLimits = { slowPackets: 64, maxWaitingPackets: 2000 };

/**
 * Brings events to this node's consoles. Each is encoded once for a whole room; a slow connection stands
 * apart from the rooms, so that it gets only the newest values and never makes anybody wait.
 */
export class Delivery {
  readonly #namespace: HubNamespace;
  readonly #limits: DeliveryLimits;
  readonly #slow = new Map<Connection, LatestValues<PendingEvent>>();

  constructor(namespace: HubNamespace, limits: DeliveryLimits) {
    this.#namespace = namespace;
    this.#limits = limits;
  }

  get slowCount(): number {
    return this.#slow.size;
  }

  deliver(event: PendingEvent, { except }: DeliveryWays = {}): void {
    const { audience, delivery }: EventDefinition = events[event.name];
    const rooms = roomsOfAudience(audience, event.audience);
    this.#send(event, rooms, except);
    for (const [{ agm }, values] of this.#slow) {
      if (!agm || agm === except?.agm || !rooms.some((room) => agm.rooms.has(room))) continue;
      if (delivery === 'latest') values.put(`${event.name} ${roomOf(audience, event.audience)}`, event);
      else agm.emit(event.name, event.data);
    }
  }

  /**
   * What is said anew in a moment, to the connections that show its run: each gets its part in one piece, since a write for
   * every event of every run would keep the node from all else. Who is slow hears the next one.
   */
  deliverToShowing(events: readonly RunEvent[], connections: Iterable<Connection>): void {
    const runs = this.#frame(events);
    const pieces = new Map<string, Buffer>();
    for (const connection of connections) {
      const { agm, shownRuns } = connection;
      if (!agm || this.#slow.has(connection)) continue;
      const heard = shownRuns.filter((runId) => runs.get(runId)?.rooms.some((room) => agm.rooms.has(room)));
      if (heard.length === 0) continue;
      const key = heard.join();
      const piece = pieces.get(key) ?? Buffer.concat(heard.flatMap((runId) => runs.get(runId)?.frames ?? []));
      pieces.set(key, piece);
      connection.write({ packet: NO_PACKET, frame: piece });
    }
  }

  #frame(events: readonly RunEvent[]): ReadonlyMap<number, RunFrames> {
    const runs = new Map<number, RunFrames>();
    for (const { name, audience, data } of events) {
      const { frame } = encodeEvent(this.#namespace.name, name, data);
      const known = runs.get(audience.runId);
      if (known) known.frames.push(frame);
      else runs.set(audience.runId, { rooms: roomsOfAudience('run', audience), frames: [frame] });
    }
    return runs;
  }

  /** Finds who is slow and who no longer is; runs a few times a second. */
  check(connections: Iterable<Connection>): void {
    for (const connection of connections) {
      const isMoving = connection.takeProgress();
      const waiting = connection.waitingPackets;
      const isSlow = this.#slow.has(connection);
      if (waiting < this.#limits.slowPackets) this.#release(connection);
      else if (waiting > this.#limits.maxWaitingPackets && (isSlow || !isMoving)) connection.cut();
      else if (!isMoving && !isSlow) this.#setApart(connection);
    }
  }

  forget(connection: Connection): void {
    this.#slow.delete(connection);
  }

  /** What the namespace's own `emit` does, with less work for each of many: the frame is ready. Who is slow is left out. */
  #send({ name, data }: PendingEvent, rooms: readonly string[], except: Connection | undefined): void {
    const { adapter, sockets } = this.#namespace;
    const { packet, frame } = encodeEvent(this.#namespace.name, name, data);
    const options = { compress: false, wsPreEncodedFrame: [frame] };
    const slow = adapter.rooms.get(SLOW_ROOM);
    const [first, ...others] = rooms.flatMap((room) => adapter.rooms.get(room) ?? []);
    const ids = others.length > 0 ? new Set([first, ...others].flatMap((members) => [...(members ?? [])])) : first;
    for (const id of ids ?? []) if (!slow?.has(id) && id !== except?.agm?.id) sockets.get(id)?.conn.write(packet, options);
  }

  #setApart(connection: Connection): void {
    void connection.agm?.join(SLOW_ROOM);
    this.#slow.set(connection, new LatestValues());
  }

  #release(connection: Connection): void {
    const values = this.#slow.get(connection);
    if (!values) return;
    this.#slow.delete(connection);
    void connection.agm?.leave(SLOW_ROOM);
    for (const event of values.drain()) connection.agm?.emit(event.name, event.data);
  }
}
