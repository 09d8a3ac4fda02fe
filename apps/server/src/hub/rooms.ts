import type { AudienceKeys, AudienceKind } from '@waymark/contract/event';
import type { Actor } from '../platform/access/actor.ts';

const SUPERADMINS = 'superadmins';

const ROOMS: { readonly [Kind in AudienceKind]: (keys: AudienceKeys[Kind]) => string } = {
  user: ({ userId }) => `user:${userId}`,
  company: ({ groupId }) => `company:${groupId}`,
  // The company is part of the name: followers in the old company of a moved device must not receive its new events.
  device: ({ groupId, uid }) => `device:${groupId}:${uid}`,
  run: ({ runId }) => `run:${runId}`,
};

/**
 * Returns the room of the audience itself: one user, the admins of a company, or the followers of a device or a run.
 */
export function roomOf<Kind extends AudienceKind>(kind: Kind, keys: AudienceKeys[Kind]): string {
  return ROOMS[kind](keys);
}

/** The run that the room belongs to; null: not the room of a run. */
export function runOfRoom(room: string): number | null {
  const [kind, runId] = room.split(':');
  return kind === 'run' ? Number(runId) : null;
}

/** The device that the room belongs to; null: not the room of a device. */
export function deviceOfRoom(room: string): number | null {
  const [kind, , uid] = room.split(':');
  return kind === 'device' ? Number(uid) : null;
}

/** Lists every room whose members receive an event for this audience. */
export function roomsOfAudience<Kind extends AudienceKind>(kind: Kind, keys: AudienceKeys[Kind]): readonly string[] {
  const own = roomOf(kind, keys);
  if (!('groupId' in keys)) return [own];
  return [...new Set([own, roomOf('company', keys), SUPERADMINS])];
}

/** Lists the rooms that follow from the user's role; rooms that a viewer follows are added separately. */
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
