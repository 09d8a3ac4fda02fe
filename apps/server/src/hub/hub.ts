import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MethodDefinition } from '@waymark/contract/event';
import { AGM_HUB, methods, STREAM_HUB, streamMethods } from '@waymark/contract/events/index';
import type { CompanyId } from '@waymark/domain/ids';
import type { Server } from 'socket.io';
import type { Actor } from '../platform/access/actor.ts';
import { checkKeyUse } from '../platform/access/key-access.ts';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import { AddressLimits } from './limits/address-limits.ts';
import { admitTo, cookieOf, tokenOf } from './admission.ts';
import { systemClock, type Clock } from './clock.ts';
import { Connection, type HubNamespace, type HubSocket, type Wire } from './connection.ts';
import { Delivery, DELIVERY_LIMITS, type DeliveryLimits, type RunEvent } from './delivery.ts';
import { Endings, isEnded, type EndedSessions, type EndReason } from './endings.ts';
import { FanOut } from './nodes/fan-out.ts';
import { INBOUND_LIMITS, type InboundLimits } from './limits/inbound-limits.ts';
import { answerCalls, type MethodHandlers, type StreamMethodHandlers } from './methods.ts';
import { RoomReviews, type RoomNews } from './room-reviews.ts';
import { roomsOfActor } from './rooms.ts';
import { ADMISSION_MS, createSocketServer } from './wire/socket-server.ts';
import { StreamListener } from './stream-listener.ts';
import { UserCalls } from './limits/user-calls.ts';
import { WireGuard } from './wire/wire-guard.ts';

/** A connection without events or calls is closed after this time; pings detect dead connections earlier. */
export const SILENT_MS = 3_600_000;
const SLOW_CHECK_MS = 250;
const SWEEP_MS = 5000;
const ENDINGS_KEPT_MS = 300_000;
const DRAIN_MS = 2000;
/** Late events of another node arrive in several batches; wait for them before reloading consoles. */
const GAP_MS = 1000;

export interface HubOptions {
  readonly server: HttpServer;
  readonly log: Log;
  readonly authenticate: (token: string, address: string) => Promise<Actor>;
  readonly authenticateStream: (cookieHeader: string | undefined) => Promise<Actor>;
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** Rooms beyond those of the role: the devices and runs that a viewer may follow. */
  readonly roomsOf?: (actor: Actor) => Promise<readonly string[]>;
  /** The event that notifies a connected viewer who joins or leaves a room. */
  readonly newsOf?: (room: string, isLeft: boolean) => RoomNews | null;
  readonly methods: MethodHandlers;
  readonly streamMethods: StreamMethodHandlers;
  /** Redis that connects several nodes; without it this node runs alone. */
  readonly redisUrl?: string | undefined;
  readonly silentMs?: number;
  readonly limits?: DeliveryLimits;
  readonly inbound?: InboundLimits;
  /** Limit of open WebSockets per address; undefined or 0 disables it. */
  readonly connectionsPerAddress?: number;
  /** Reads the client's address of a WebSocket request, also behind a proxy. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly clock?: Clock;
}

export interface Hub {
  /** Sends the events of a change; call it after the commit. */
  send(events: readonly PendingEvent[]): void;
  /** Sends to every recipient except the connection that caused the events. */
  sendToOthers(events: readonly PendingEvent[], cause: Connection): void;
  /**
   * Sends events that each node computes and soon repeats to this node's connections that show the run; slow
   * connections are skipped.
   */
  sendToShowing(events: readonly RunEvent[]): void;
  /** Rereads the rooms of connected viewers of a company (null: all) after their access has changed. */
  reviewRooms(groupId: CompanyId | null): Promise<void>;
  /** The runs that a console of this node shows. */
  shownRuns(): ReadonlySet<number>;
  /** Ends connections of this node; every other node gets the same notice itself. */
  endSessions(ended: EndedSessions, reason: EndReason): void;
  connections(): { readonly agm: number; readonly stream: number };
  /** State of the Redis that connects several nodes. */
  redis(): 'none' | 'up' | 'away';
  /** The users who are connected to this node. */
  actors(): readonly Actor[];
  /**
   * Closes all connections and admits none while the database is unavailable: consoles then show that they are not
   * live.
   */
  suspend(): void;
  resume(): void;
  /** Closes every connection, so that the consoles reconnect to another node. */
  close(): Promise<void>;
}

export function createHub(options: HubOptions): Hub {
  return new SocketHub(options);
}

class SocketHub implements Hub {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #silentMs: number;
  readonly #io: Server;
  readonly #agm: HubNamespace;
  readonly #stream: HubNamespace;
  readonly #connections = new Map<Wire, Connection>();
  /** All open TCP connections, including those that are closing. */
  readonly #guards = new Map<Connection, WireGuard>();
  readonly #inbound: InboundLimits;
  readonly #addresses: AddressLimits;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #userCalls: UserCalls;
  readonly #runningCalls = new Set<Promise<unknown>>();
  readonly #endings = new Endings();
  readonly #delivery: Delivery;
  readonly #fanOut: FanOut | undefined;
  readonly #stopSweeps: () => void;
  /** Runs while there are connections: without them it would only wake the process four times a second. */
  #stopSlowChecks: (() => void) | undefined;
  readonly #roomsOf: (actor: Actor) => Promise<readonly string[]>;
  readonly #reviews: RoomReviews;
  #gapTimer: NodeJS.Timeout | undefined;
  #isClosing = false;
  #isSuspended = false;

  constructor(options: HubOptions) {
    const { log, clock = systemClock, redisUrl } = options;
    this.#log = log;
    this.#clock = clock;
    this.#silentMs = options.silentMs ?? SILENT_MS;
    this.#inbound = options.inbound ?? INBOUND_LIMITS;
    this.#addresses = new AddressLimits(options.connectionsPerAddress ?? 0);
    this.#addressOf = options.addressOf ?? (({ socket }) => socket.remoteAddress ?? '');
    this.#userCalls = new UserCalls(this.#inbound.userCalls);
    this.#roomsOf = async (actor) => [...roomsOfActor(actor), ...((await options.roomsOf?.(actor)) ?? [])];
    this.#reviews = new RoomReviews({
      roomsOf: this.#roomsOf,
      newsOf: options.newsOf ?? (() => null),
      sockets: () => [...this.#connections.values()].flatMap(({ agm }) => agm ?? []),
      log,
    });
    this.#io = createSocketServer(options.server, (request) => {
      if (this.#isClosing || this.#isSuspended || !options.allowedOrigin(request.headers.origin, request.headers.host))
        return false;
      return this.#addresses.take(this.#addressOf(request), this.#clock.now());
    });
    this.#io.engine.on('connection', (wire: Wire) => this.#watch(wire));
    this.#agm = this.#io.of(AGM_HUB);
    this.#stream = this.#io.of(STREAM_HUB);
    this.#openAgm(options);
    this.#openStream(options);
    this.#delivery = new Delivery(this.#agm, options.limits ?? DELIVERY_LIMITS, log);
    this.#fanOut = redisUrl
      ? new FanOut({
          url: redisUrl,
          log,
          onEvents: (events) => this.#tryDelivery(() => this.#delivery.deliver(events)),
          onGap: () => this.#closeGap(),
        })
      : undefined;
    this.#stopSweeps = clock.every(SWEEP_MS, () => this.#sweep());
  }

  send(events: readonly PendingEvent[]): void {
    if (events.length === 0) return;
    this.#tryDelivery(() => this.#delivery.deliver(events));
    this.#fanOut?.publish(events);
  }

  sendToOthers(events: readonly PendingEvent[], cause: Connection): void {
    this.#tryDelivery(() => this.#delivery.deliver(events, { except: cause }));
    this.#fanOut?.publish(events);
  }

  sendToShowing(events: readonly RunEvent[]): void {
    this.#tryDelivery(() => this.#delivery.deliverToShowing(events, this.#connections.values()));
  }

  async reviewRooms(groupId: CompanyId | null): Promise<void> {
    return this.#reviews.review(groupId);
  }

  shownRuns(): ReadonlySet<number> {
    return new Set([...this.#connections.values()].flatMap(({ shownRuns }) => shownRuns));
  }

  endSessions(ended: EndedSessions, reason: EndReason): void {
    this.#endings.note(ended, reason, this.#clock.now());
    for (const connection of this.#connections.values()) {
      const sockets = [connection.agm, connection.stream];
      if (sockets.some((socket) => socket && isEnded(ended, socket.data.actor))) connection.end(reason);
    }
  }

  connections(): { readonly agm: number; readonly stream: number } {
    return { agm: this.#agm.sockets.size, stream: this.#stream.sockets.size };
  }

  redis(): 'none' | 'up' | 'away' {
    if (!this.#fanOut) return 'none';
    return this.#fanOut.isUp ? 'up' : 'away';
  }

  actors(): readonly Actor[] {
    const sockets = [...this.#connections.values()].flatMap(({ agm, stream }) => [agm, stream]);
    return sockets.flatMap((socket) => (socket ? [socket.data.actor] : []));
  }

  suspend(): void {
    this.#isSuspended = true;
    for (const connection of this.#connections.values()) connection.close();
  }

  resume(): void {
    this.#isSuspended = false;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopSweeps();
    this.#stopSlowChecks?.();
    clearTimeout(this.#gapTimer);
    await Promise.all([...this.#guards.keys()].map(async (connection) => connection.drain(DRAIN_MS)));
    await Promise.race([Promise.allSettled(this.#runningCalls), sleep(DRAIN_MS, undefined, { ref: false })]);
    await this.#fanOut?.close();
    this.#io.engine.close();
  }

  #openAgm({ authenticate, methods: handlers }: HubOptions): void {
    admitTo(this.#agm, {
      connectionOf: ({ conn }) => this.#connections.get(conn),
      identify: async (socket) => authenticate(tokenOf(socket), this.#addressOf(socket.request)),
      roomsOf: this.#roomsOf,
      endings: this.#endings,
      reviews: this.#reviews,
      log: this.#log,
    });
    this.#agm.on('connection', (socket) => {
      const connection = this.#join(socket, 'agm');
      if (!connection) return;
      const describeCall = () => ({ actor: socket.data.actor, connection });
      answerCalls(socket, { methods, handlers, describeCall, ...this.#limitCalls(socket, connection) });
    });
  }

  #openStream({ authenticateStream, streamMethods: handlers }: HubOptions): void {
    admitTo(this.#stream, {
      connectionOf: ({ conn }) => this.#connections.get(conn),
      identify: async (socket) => authenticateStream(cookieOf(socket)),
      roomsOf: async () => [],
      endings: this.#endings,
      reviews: this.#reviews,
      log: this.#log,
    });
    this.#stream.on('connection', (socket) => {
      const connection = this.#join(socket, 'stream');
      if (!connection) return;
      const listener = new StreamListener(socket, connection, () => this.#clock.now());
      answerCalls(socket, {
        methods: streamMethods,
        handlers,
        describeCall: () => ({ listener }),
        ...this.#limitCalls(socket, connection),
      });
    });
  }

  #limitCalls(socket: HubSocket, connection: Connection) {
    return {
      log: this.#log,
      running: this.#runningCalls,
      mostWaiting: this.#inbound.waitingCalls,
      isCurrent: () => socket.connected && socket.data.actor.expiresAt > this.#clock.now(),
      checkCaller: (method: MethodDefinition) => checkKeyUse(socket.data.actor, method.key),
      countCall: () => this.#userCalls.take(socket.data.actor.userId, this.#clock.now()),
      cut: (why: string) => this.#cut(connection, why),
    };
  }

  #watch(wire: Wire): void {
    const connection = new Connection(wire, this.#clock.now());
    const { request } = connection;
    const isAdmitted = () => connection.isAdmitted;
    this.#connections.set(wire, connection);
    this.#stopSlowChecks ??= this.#clock.every(SLOW_CHECK_MS, () => this.#checkSlow());
    wire.once('close', () => {
      this.#connections.delete(wire);
      this.#delivery.forget(connection);
    });
    if (request.socket.closed) return;
    this.#guards.set(
      connection,
      new WireGuard({
        request,
        limits: this.#inbound,
        clock: this.#clock,
        isAdmitted,
        cut: (why) => this.#cut(connection, why),
      }),
    );
    const stopCounting = this.#addresses.add(this.#addressOf(wire.request), connection, this.#clock.now());
    request.socket.once('close', () => {
      this.#guards.delete(connection);
      stopCounting();
    });
  }

  #checkSlow(): void {
    this.#delivery.check(this.#connections.values());
    for (const guard of this.#guards.values()) guard.check();
    if (this.#connections.size + this.#guards.size > 0) return;
    this.#stopSlowChecks?.();
    this.#stopSlowChecks = undefined;
  }

  #cut(connection: Connection, why: string): void {
    const userId = (connection.agm ?? connection.stream)?.data.actor.userId;
    this.#log.info({ why, userId }, 'hub connection cut');
    connection.cut();
  }

  #join(socket: HubSocket, namespace: 'agm' | 'stream'): Connection | undefined {
    socket.on('error', (error) => this.#log.info({ err: error }, 'hub connection broken'));
    const connection = this.#connections.get(socket.conn);
    if (!connection) {
      socket.disconnect(true);
      return undefined;
    }
    connection[namespace] = socket;
    socket.once('disconnect', () => {
      connection.leave(namespace, this.#clock.now());
      if (namespace !== 'agm') return;
      connection.shownRuns = [];
      this.#delivery.forget(connection);
    });
    void socket.join([...socket.data.rooms]);
    const { actor, reviewCount } = socket.data;
    if (namespace === 'agm' && actor.role === 'viewer' && reviewCount !== this.#reviews.count)
      void this.reviewRooms(actor.groupId);
    const reason = this.#endings.findSince(socket.data.endingCount, socket.data.actor);
    if (reason) connection.end(reason);
    return connection;
  }

  /** The change is already committed: a failed delivery must not fail the caller. */
  #tryDelivery(deliver: () => void): void {
    try {
      deliver();
    } catch (error) {
      this.#log.error({ err: error }, 'sending hub events failed; consoles miss them until they reload');
    }
  }

  /** It is unknown which events the consoles have missed: close their connections so that they reconnect and reload. */
  #closeGap(): void {
    if (this.#isClosing) return;
    clearTimeout(this.#gapTimer);
    this.#gapTimer = setTimeout(() => {
      for (const connection of this.#connections.values()) if (connection.agm) connection.close();
    }, GAP_MS);
  }

  #sweep(): void {
    const now = this.#clock.now();
    this.#endings.forgetBefore(now - ENDINGS_KEPT_MS);
    this.#userCalls.forgetIdle(now);
    this.#addresses.forgetIdle(now);
    for (const connection of this.#guards.keys())
      if (connection.outsideMs(now) >= ADMISSION_MS) this.#cut(connection, 'not admitted in time');
    for (const connection of this.#connections.values()) {
      connection.endExpired(now);
      if (connection.silentMs(now) >= this.#silentMs) connection.close();
    }
  }
}
