import { listFollowedUids } from '../platform/access/device-access.ts';
import type { Actor } from '../platform/access/actor.ts';
import { scopeOf } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { tellOfDeviceRoom } from '../features/devices/room-news.ts';
import { tellOfRunRoom } from '../features/runs/engine/room-news.ts';
import { listNotifyingRuns } from '../features/runs/runs.queries.ts';
import { roomOf } from '../hub/rooms.ts';

/** Lists the devices and runs whose hub events a viewer receives; other users get those of their company. */
export async function listRoomsOf(database: Database, actor: Actor): Promise<string[]> {
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
export const describeRoomChange = (room: string, isLeft: boolean) =>
  tellOfRunRoom(room) ?? tellOfDeviceRoom(room, isLeft);
