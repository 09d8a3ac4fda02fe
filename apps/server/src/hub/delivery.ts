import type { EventDefinition } from '@waymark/contract/event';
import { events } from '@waymark/contract/events/index';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import { writeFrame, type Connection, type HubNamespace, type HubSocket } from './connection.ts';
import { LatestValues } from './latest-values.ts';
import { Pieces } from './pieces.ts';
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

export const DELIVERY_LIMITS: DeliveryLimits = { slowPackets: 64, maxWaitingPackets: 2000 };

function roomsOfEvent({ name, audience }: PendingEvent): readonly string[] {
  const definition: EventDefinition = events[name];
  return roomsOfAudience(definition.audience, audience);
}

/**
 * Brings events to this node's consoles. Each is encoded once for a whole room; a slow connection stands
 * apart from the rooms, so that it gets only the newest values and never makes anybody wait.
 */
export class Delivery {
  readonly #namespace: HubNamespace;
  readonly #limits: DeliveryLimits;
  readonly #log: Log;
  readonly #slow = new Map<Connection, LatestValues<PendingEvent>>();

  constructor(namespace: HubNamespace, limits: DeliveryLimits, log: Log) {
    this.#namespace = namespace;
    this.#limits = limits;
    this.#log = log;
  }

  get slowCount(): number {
    return this.#slow.size;
  }

  /** What one change has left behind, or another node has told: each connection gets its part in one piece, if it can. */
  deliver(told: readonly PendingEvent[], { except }: DeliveryWays = {}): void {
    const pieces = new Pieces(this.#namespace);
    const heard = new Map<HubSocket, number[]>();
    for (const event of told) {
      try {
        const rooms = roomsOfEvent(event);
        const number = pieces.add(event.name, event.data);
        for (const socket of this.#listMembers(rooms, except)) {
          const numbers = heard.get(socket);
          if (numbers) numbers.push(number);
          else heard.set(socket, [number]);
        }
        this.#tellSlow(event, rooms, except);
      } catch (error) {
        this.#log.error({ err: error, event: event.name }, 'a hub event could not be sent');
      }
    }
    for (const [socket, numbers] of heard) for (const piece of pieces.list(numbers)) writeFrame(socket.conn, piece);
  }

  /** What is said anew in a moment, to the connections that show its run. Who is slow hears the next one. */
  deliverToShowing(told: readonly RunEvent[], connections: Iterable<Connection>): void {
    const pieces = new Pieces(this.#namespace);
    const runs = new Map<number, { readonly rooms: readonly string[]; readonly numbers: number[] }>();
    for (const event of told) {
      const { runId } = event.audience;
      const run = runs.get(runId) ?? { rooms: roomsOfEvent(event), numbers: [] };
      runs.set(runId, run);
      run.numbers.push(pieces.add(event.name, event.data));
    }
    for (const connection of connections) {
      const { agm, shownRuns } = connection;
      if (!agm || this.#slow.has(connection)) continue;
      const seen = shownRuns
        .flatMap((runId) => runs.get(runId) ?? [])
        .filter(({ rooms }) => rooms.some((room) => agm.rooms.has(room)));
      for (const piece of pieces.list(seen.flatMap(({ numbers }) => numbers))) connection.write(piece);
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

  /** Who is in one of the rooms, once; who is slow is left out, and who has caused the event. */
  *#listMembers(rooms: readonly string[], except: Connection | undefined): Generator<HubSocket> {
    const { adapter, sockets } = this.#namespace;
    const slow = adapter.rooms.get(SLOW_ROOM);
    const [first, ...others] = rooms.flatMap((room) => adapter.rooms.get(room) ?? []);
    const ids = others.length > 0 ? new Set([first, ...others].flatMap((members) => [...(members ?? [])])) : first;
    for (const id of ids ?? []) {
      const socket = slow?.has(id) ? undefined : sockets.get(id);
      if (socket && socket !== except?.agm) yield socket;
    }
  }

  #tellSlow(event: PendingEvent, rooms: readonly string[], except: Connection | undefined): void {
    const { audience, delivery }: EventDefinition = events[event.name];
    for (const [{ agm }, values] of this.#slow) {
      if (!agm || agm === except?.agm || !rooms.some((room) => agm.rooms.has(room))) continue;
      if (delivery === 'latest') values.put(`${event.name} ${roomOf(audience, event.audience)}`, event);
      else agm.emit(event.name, event.data);
    }
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
