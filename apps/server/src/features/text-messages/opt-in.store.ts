import type { UserId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

export async function setMessaging(
  change: Change,
  userId: UserId,
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
