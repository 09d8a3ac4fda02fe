import type { AudienceKeys, AudienceKind } from '@waymark/contract/event';
import type { KeyScope, Wallboard } from '@waymark/contract/key-scopes';
import type { CompanyId } from '@waymark/domain/ids';
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

/** The room of the API keys of a company with this scope. */
function roomOfKeys(groupId: CompanyId, scope: KeyScope | Wallboard): string {
  return `keys:${groupId}:${scope}`;
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

/** Lists every room whose members receive an event for this audience; API keys need the scope of the event. */
export function roomsOfAudience<Kind extends AudienceKind>(
  kind: Kind,
  keys: AudienceKeys[Kind],
  keyScope?: KeyScope,
): readonly string[] {
  const own = roomOf(kind, keys);
  if (!('groupId' in keys)) return [own];
  const rooms = new Set([own, roomOf('company', keys), SUPERADMINS]);
  if (keyScope !== undefined) rooms.add(roomOfKeys(keys.groupId, keyScope));
  return [...rooms];
}

/** Lists the rooms that follow from the user's role; rooms that a viewer follows are added separately. */
export function roomsOfActor(actor: Actor): readonly string[] {
  const own = roomOf('user', actor);
  const { key, groupId } = actor;
  if (key) return groupId === null ? [own] : [own, ...[...key.scopes].map((scope) => roomOfKeys(groupId, scope))];
  switch (actor.role) {
    case 'superadmin':
      return [own, SUPERADMINS];
    case 'admin':
      return groupId === null ? [own] : [own, roomOf('company', { groupId })];
    case 'viewer':
      return [own];
  }
}
