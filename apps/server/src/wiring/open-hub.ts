import type { FastifyInstance } from 'fastify';
import { createHub, type Hub } from '../hub/hub.ts';
import { renewTokenBy } from '../hub/renew-token.ts';
import { createAddressReader } from '../platform/http/limits/address-key.ts';
import { attachForUpgrades } from '../platform/http/http-server.ts';
import type { createOriginCheck } from '../platform/http/own-host.ts';
import { listFollowedUids } from '../platform/access/device-access.ts';
import type { Actor } from '../platform/access/actor.ts';
import { scopeOf } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { tellOfDeviceRoom } from '../features/devices/room-news.ts';
import { tellOfRunRoom } from '../features/runs/engine/room-news.ts';
import { listNotifyingRuns } from '../features/runs/runs.queries.ts';
import { roomOf } from '../hub/rooms.ts';
import type { Core } from './core.ts';
import type { Parts } from './parts.ts';

/** Lists the devices and runs whose hub events a viewer receives; other users get those of their company. */
async function listRoomsOf(database: Database, actor: Actor): Promise<string[]> {
  if (actor.role !== 'viewer' || actor.groupId === null) return [];
  const { groupId, userId } = actor;
  const reader = database.read(scopeOf(actor));
  const [uids, runIds] = await Promise.all([listFollowedUids(reader, userId), listNotifyingRuns(reader, userId)]);
  return [
    ...uids.map((uid) => roomOf('device', { uid, groupId })),
    ...runIds.map((runId) => roomOf('run', { runId, groupId })),
  ];
}

/** Chooses the event that notifies a console when it joins or leaves a room. */
const describeRoomChange = (room: string, isLeft: boolean) => tellOfRunRoom(room) ?? tellOfDeviceRoom(room, isLeft);

/** Gives access to the hub to parts that are created before it. */
export class HubLink {
  #hub: Hub | undefined;
  #sent = 0;
  #isClosing = false;

  readonly get = (): Hub => {
    if (!this.#hub) throw new Error('the hub is not open yet');
    return this.#hub;
  };

  readonly send = (events: Parameters<Hub['send']>[0]): void => {
    if (!this.#hub) return;
    this.#sent += events.length;
    this.#hub.send(events);
  };

  /** Suspends the hub while the database is away. */
  readonly onOutage = (isAway: boolean): void => {
    if (this.#isClosing) return;
    if (isAway) this.#hub?.suspend();
    else this.#hub?.resume();
  };

  open(hub: Hub, { metrics, closing, isDatabaseAway }: Core): void {
    this.#hub = hub;
    if (isDatabaseAway()) hub.suspend();
    metrics.watch('hub_events', 'Events of changes on this node for consoles, since the start.', () => ({
      sent: this.#sent,
    }));
    metrics.watch('hub_connections', 'Open hub connections by namespace.', () => ({ ...hub.connections() }));
    closing.add('hub', () => {
      this.#isClosing = true;
      return hub.close();
    });
  }
}

/** Opens the hub for consoles and streams on the HTTP server. */
export function openHub(
  { config, database, log }: Core,
  http: FastifyInstance,
  { session, runs, streaming }: Parts,
  allowedOrigin: ReturnType<typeof createOriginCheck>,
): Hub {
  return attachForUpgrades(http, () =>
    createHub({
      server: http.server,
      log,
      authenticate: session.authenticateConnection,
      authenticateStream: session.authenticateStream,
      allowedOrigin,
      addressOf: createAddressReader(config.trustProxy),
      connectionsPerAddress: config.hubConnectionsPerAddress,
      roomsOf: (actor) => listRoomsOf(database, actor),
      newsOf: describeRoomChange,
      methods: { ...runs.methods, RenewToken: renewTokenBy((token) => session.authenticateConnection(token, '')) },
      streamMethods: streaming.methods,
      redisUrl: config.redisUrl,
    }),
  );
}
