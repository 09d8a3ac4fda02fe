import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

/** The feeds of a user who leaves the company end. */
export async function removeFeedsOfUser(
  change: Change,
  { userId, groupId }: { readonly userId: UserId; readonly groupId: CompanyId },
): Promise<void> {
  const removed = await change.db
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .returning(['id', 'name'])
    .execute();
  await change.auditAll(
    removed.map(({ id, name }) => ({
      action: 'calendar-feed-revoked',
      objectType: 'calendar-feed',
      objectId: id,
      groupId,
      before: { name, kind: 'user' },
    })),
  );
}
