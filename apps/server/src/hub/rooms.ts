import type { AudienceKeys, AudienceKind } from '@waymark/contract/event';
import type { Actor } from '../platform/access/actor.ts';

const SUPERADMINS = 'superadmins';

const ROOMS: { readonly [Kind in AudienceKind]: (keys: AudienceKeys[Kind]) => string } = {
  user: ({ userId }) => `user:${userId}`,
  company: ({ groupId }) => `company:${groupId}`,
  // Whoever followed it in a company that it has left hears nothing of what it says in another.
  device: ({ groupId, uid }) => `device:${groupId}:${uid}`,
  run: ({ runId }) => `run:${runId}`,
};

/** The one room that carries the audience's own name: a person, a company's admins, who follows a device or a run. */
export function roomOf<Kind extends AudienceKind>(kind: Kind, keys: AudienceKeys[Kind]): string {
  return ROOMS[kind](keys);
}

/** Whose room it is; null: no run's. */
export function runOfRoom(room: string): number | null {
  const [kind, runId] = room.split(':');
  return kind === 'run' ? Number(runId) : null;
}

/** The device whose room it is; null: the room is no device's. */
export function deviceOfRoom(room: string): number | null {
  const [kind, , uid] = room.split(':');
  return kind === 'device' ? Number(uid) : null;
}

/** Every room whose members hear an event of this audience. */
export function roomsOfAudience<Kind extends AudienceKind>(kind: Kind, keys: AudienceKeys[Kind]): readonly string[] {
  const own = roomOf(kind, keys);
  if (!('groupId' in keys)) return [own];
  return [...new Set([own, roomOf('company', keys), SUPERADMINS])];
}

/** The rooms that follow from who somebody is; what a viewer may follow comes on top. */
export function roomsOfActor(actor: Actor): readonly string[] {
  const own = roomOf('user', actor);
  switch (actor.role) {
    case 'superadmin':
      return [own, SUPERADMINS];
    case 'admin':
      return actor.groupId === null ? [own] : [own, roomOf('company', { groupId: actor.groupId })];
    case 'viewer':
      return [own];
  }
}
