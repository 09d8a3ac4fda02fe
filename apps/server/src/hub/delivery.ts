import type { EventDefinition } from '@waymark/contract/event';
import { events } from '@waymark/contract/events/index';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Connection, HubNamespace } from './connection.ts';
import { encodeEvent } from './event-frame.ts';
import { LatestValues } from './latest-values.ts';
import { roomOf, roomsOfAudience } from './rooms.ts';

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
  /** Nobody waits for it: who is slow hears the next one. */
  readonly isPassing?: boolean;
}

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

  deliver(event: PendingEvent, { except, isPassing = false }: DeliveryWays = {}): void {
    const { audience, delivery }: EventDefinition = events[event.name];
    const rooms = roomsOfAudience(audience, event.audience);
    this.#send(event, rooms, except);
    if (isPassing) return;
    for (const [{ agm }, values] of this.#slow) {
      if (!agm || agm === except?.agm || !rooms.some((room) => agm.rooms.has(room))) continue;
      if (delivery === 'latest') values.put(`${event.name} ${roomOf(audience, event.audience)}`, event);
      else agm.emit(event.name, event.data);
    }
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
