import { isDeepStrictEqual } from 'node:util';
import { normaliseEmail } from '@waymark/domain/account/email';
import { toPhoneDigits } from '@waymark/domain/account/phone';
import type { CompanyId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import * as session from '../session/session.api.ts';
import type { lockUser } from '../users/users.queries.ts';

export type StoredUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** The new values of an edit; undefined leaves a field unchanged. */
export interface UserEdit {
  readonly groupId?: CompanyId | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly role?: 'viewer' | 'admin' | undefined;
}

function describeUser(user: StoredUser) {
  const { group_id: groupId, name, email, phone, role, is_opted_in: isOptedIn } = user;
  return { groupId, name, email, phone, role, isOptedIn };
}

function applyEdit(before: ReturnType<typeof describeUser>, edit: UserEdit): ReturnType<typeof describeUser> {
  const phone = edit.phone ?? before.phone;
  return {
    groupId: edit.groupId ?? before.groupId,
    name: edit.name ?? before.name,
    email: edit.email === undefined ? before.email : normaliseEmail(edit.email),
    phone,
    role: edit.role ?? before.role,
    // Users consent to text messages for one number; a number that an admin enters later needs a new consent.
    isOptedIn: before.isOptedIn && toPhoneDigits(phone) === toPhoneDigits(before.phone),
  };
}

async function announceLeaving(change: Change, { id: userId, group_id: groupId, email }: StoredUser): Promise<void> {
  if (groupId !== null) await change.raise('user-leaving', { userId, groupId, email });
}

/** Updates the changed fields; false when nothing changed. Both companies of a user who moves get the audit entry. */
export async function updateUser(change: Change, user: StoredUser, edit: UserEdit): Promise<boolean> {
  const before = describeUser(user);
  const after = applyEdit(before, edit);
  if (isDeepStrictEqual(before, after)) return false;
  if (before.groupId !== after.groupId) await announceLeaving(change, user);
  const { groupId: group_id, isOptedIn: is_opted_in, ...shared } = after;
  await change.db
    .updateTable('users')
    .set({ ...shared, group_id, is_opted_in })
    .where('id', '=', user.id)
    .execute();
  for (const groupId of new Set([before.groupId, after.groupId])) {
    await change.audit({ action: 'user-updated', objectType: 'user', objectId: user.id, groupId, before, after });
  }
  const isAccessChanged = before.role !== after.role || before.groupId !== after.groupId;
  const ended = { userId: user.id, reason: 'account-changed' } as const;
  if (isAccessChanged) await session.endSessions(change, ended, 'role or company changed');
  if (before.email !== after.email) await session.mailEmailChange(change, user.id, before.email);
  if (isAccessChanged || before.email !== after.email) await session.restartPassword(change, user.id);
  return true;
}

/** Deletes the user with their sessions, password and followed devices; the audit keeps what they did. */
export async function deleteUser(change: Change, user: StoredUser): Promise<void> {
  await session.endSessions(change, { userId: user.id, reason: 'account-changed' }, 'user removed');
  await announceLeaving(change, user);
  await change.db.deleteFrom('users').where('id', '=', user.id).execute();
  await change.audit({
    action: 'user-removed',
    objectType: 'user',
    objectId: user.id,
    groupId: user.group_id,
    before: describeUser(user),
  });
}
