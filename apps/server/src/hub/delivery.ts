import type { EventDefinition } from '@waymark/contract/event';
import { events } from '@waymark/contract/events/index';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import { writeFrame, type Admission, type Connection, type HubNamespace, type HubSocket } from './connection.ts';
import { LatestValues } from './latest-values.ts';
import { roomOf, roomsOfAudience } from './rooms.ts';
import { encodeEvent, frameEvent, frameGroup } from './wire/event-frame.ts';

/** Caps each write so that a stalled connection is detected before its buffer grows to megabytes. */
const MOST_EVENTS = 64;

/** Events of one delivery, each encoded once; recipients of the same events share the combined frames. */
class FrameBatches {
  readonly #namespace: string;
  readonly #events: Buffer[] = [];
  readonly #made = new Map<string, Buffer>();

  constructor({ name }: { readonly name: string }) {
    this.#namespace = name;
  }

  /** Adds an event and returns its number. */
  add(name: string, data: unknown): number {
    this.#events.push(encodeEvent(name, data));
    return this.#events.length - 1;
  }

  /** Returns what to write to the client for these events, in this order. */
  list(numbers: readonly number[], { takesGroups }: Pick<Admission, 'takesGroups'>): Buffer[] {
    const batches: Buffer[] = [];
    for (let at = 0; at < numbers.length; at += MOST_EVENTS)
      batches.push(this.#make(numbers.slice(at, at + MOST_EVENTS), takesGroups));
    return batches;
  }

  #make(numbers: readonly number[], isGroup: boolean): Buffer {
    const key = `${isGroup} ${numbers.join()}`;
    const frame = this.#made.get(key) ?? this.#frame(numbers, isGroup);
    this.#made.set(key, frame);
    return frame;
  }

  #frame(numbers: readonly number[], isGroup: boolean): Buffer {
    const encoded = numbers.flatMap((number) => this.#events[number] ?? []);
    if (isGroup && encoded.length > 1) return frameGroup(this.#namespace, encoded);
    return Buffer.concat(encoded.map((event) => frameEvent(this.#namespace, event)));
  }
}

/** An event about one run. */
export type RunEvent = Extract<PendingEvent, { readonly name: 'ReceivePigRunUpdate' }>;

const SLOW_ROOM = 'slow';

export interface DeliveryLimits {
  /** A connection is slow when this many packets wait and nothing was written between two checks. */
  readonly slowPackets: number;
  /** A connection with more waiting packets is cut; the console reconnects and reloads. */
  readonly maxWaitingPackets: number;
}

export interface DeliveryOptions {
  /** The connection that caused the event; it already knows the result. */
  readonly except?: Connection;
}

export const DELIVERY_LIMITS: DeliveryLimits = { slowPackets: 64, maxWaitingPackets: 2000 };

function roomsOfEvent({ name, audience }: PendingEvent): readonly string[] {
  const definition: EventDefinition = events[name];
  return roomsOfAudience(definition.audience, audience, definition.key);
}

/**
 * Delivers events to this node's consoles. Each event is encoded once per room. A slow connection leaves the shared
 * rooms: it gets only the newest values and delays no other connection.
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

  /**
   * Delivers the events of a change, or of another node; each connection gets its events in as few frames as possible.
   */
  deliver(sent: readonly PendingEvent[], { except }: DeliveryOptions = {}): void {
    const batches = new FrameBatches(this.#namespace);
    const numbersOf = new Map<HubSocket, number[]>();
    for (const event of sent) {
      try {
        const rooms = roomsOfEvent(event);
        const number = batches.add(event.name, event.data);
        for (const socket of this.#listMembers(rooms, except)) {
          const numbers = numbersOf.get(socket);
          if (numbers) numbers.push(number);
          else numbersOf.set(socket, [number]);
        }
        this.#tellSlow(event, rooms, except);
      } catch (error) {
        this.#log.error({ err: error, event: event.name }, 'delivering a hub event failed; its recipients miss it');
      }
    }
    for (const [socket, numbers] of numbersOf)
      for (const frame of batches.list(numbers, socket.data)) writeFrame(socket.conn, frame);
  }

  /** Delivers events that soon repeat to the connections that show the run; slow connections get a later one. */
  deliverToShowing(sent: readonly RunEvent[], connections: Iterable<Connection>): void {
    const batches = new FrameBatches(this.#namespace);
    const runs = new Map<number, { readonly rooms: readonly string[]; readonly numbers: number[] }>();
    for (const event of sent) {
      const { runId } = event.audience;
      const run = runs.get(runId) ?? { rooms: roomsOfEvent(event), numbers: [] };
      runs.set(runId, run);
      run.numbers.push(batches.add(event.name, event.data));
    }
    for (const connection of connections) {
      const { agm, shownRuns } = connection;
      if (!agm || this.#slow.has(connection)) continue;
      const seen = shownRuns
        .flatMap((runId) => runs.get(runId) ?? [])
        .filter(({ rooms }) => rooms.some((room) => agm.rooms.has(room)));
      const numbers = seen.flatMap((run) => run.numbers);
      for (const frame of batches.list(numbers, agm.data)) connection.write(frame);
    }
  }

  /** Detects slow and recovered connections; runs several times a second. */
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

  /** Lists the members of the rooms once each, without slow connections and without the cause of the event. */
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
