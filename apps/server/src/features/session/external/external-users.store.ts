import type { Role } from '@waymark/contract/roles';
import { normaliseEmail } from '@waymark/domain/account/email';
import type { CompanyId } from '@waymark/domain/ids';
import type { Change } from '../../../platform/database/change.ts';
import { findExternalUser } from '../../users/users.queries.ts';
import { restartPassword } from '../passwords/password.service.ts';
import { endSessions } from '../session.store.ts';

/** A verified user of an external provider who is new or differs from the stored user. */
export interface ExternalUser {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly groupId: CompanyId | null;
}

/** Adds or updates the stored user from the provider's claims. */
export async function recordExternalUser(change: Change, seen: ExternalUser): Promise<void> {
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
      await endSessions(change, { userId: before.id, reason: 'account-changed' }, 'role or company changed');
      await restartPassword(change, before.id);
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
