import type { Role } from '@waymark/contract/roles';
import { normaliseEmail } from '@waymark/domain/account/email';
import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import type { NewPassword } from './users.events.ts';
import { findExternalUser } from './users.queries.ts';

export interface NewUser {
  readonly groupId: number | null;
  readonly email: string;
  readonly name: string;
  readonly phone?: string;
  readonly role: Role;
  readonly password: NewPassword | null;
}

export async function addUser(change: Change, user: NewUser): Promise<number> {
  const { id } = await change.db
    .insertInto('users')
    .values({
      group_id: user.groupId,
      email: normaliseEmail(user.email),
      name: user.name,
      phone: user.phone ?? '',
      role: user.role,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { password: _secret, ...shown } = user;
  await change.audit({ action: 'user-added', objectType: 'user', objectId: id, groupId: user.groupId, after: shown });
  await change.raise('user-created', { userId: id, email: normaliseEmail(user.email), password: user.password });
  return id;
}

/** Keeps our record of a person of an external provider as the provider says. */
export async function recordExternalUser(change: Change, seen: DomainEvents['external-user-seen']): Promise<void> {
  const reader = { scope: change.scope, db: change.db };
  const before = await findExternalUser(reader, seen.issuer, seen.subject);
  const values = { group_id: seen.groupId, email: normaliseEmail(seen.email), name: seen.name, role: seen.role };
  if (before) {
    if (before.group_id !== null && before.group_id !== seen.groupId) {
      await change.raise('user-leaving', { userId: before.id, groupId: before.group_id, email: before.email });
    }
    await change.db.updateTable('users').set(values).where('id', '=', before.id).execute();
    await change.audit({
      action: 'user-updated',
      objectType: 'user',
      objectId: before.id,
      groupId: seen.groupId,
      before,
      after: values,
    });
    if (before.role !== seen.role || before.group_id !== seen.groupId) {
      await change.raise('user-access-changed', { userId: before.id });
    }
    return;
  }
  const added = await change.db
    .insertInto('users')
    .values({ ...values, external_issuer: seen.issuer, external_subject: seen.subject })
    .onConflict((conflict) => conflict.columns(['external_issuer', 'external_subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  await change.audit({
    action: 'user-added',
    objectType: 'user',
    objectId: added.id,
    groupId: seen.groupId,
    after: { ...values, issuer: seen.issuer },
  });
}

export async function setMessaging(
  change: Change,
  userId: number,
  messaging: { readonly isOptedIn: boolean; readonly phone: string },
): Promise<void> {
  const before = await change.db
    .selectFrom('users')
    .select(['group_id', 'phone', 'is_opted_in'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await change.db
    .updateTable('users')
    .set({ phone: messaging.phone, is_opted_in: messaging.isOptedIn })
    .where('id', '=', userId)
    .execute();
  await change.audit({
    action: 'messaging-changed',
    objectType: 'user',
    objectId: userId,
    groupId: before.group_id,
    before: { phone: before.phone, isOptedIn: before.is_opted_in },
    after: messaging,
  });
}
