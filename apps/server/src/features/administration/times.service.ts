import type { UserId } from '@waymark/domain/ids';
import type { TimesChoice } from '@waymark/domain/time/times-choice';
import type { Zone } from '@waymark/domain/time/zone';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { readCurrentUser } from '../text-messages/text-messages.api.ts';

interface SentTimes {
  readonly times?: TimesChoice | undefined;
  readonly timeZone?: Zone | undefined;
}

/** Absent parts stay as they are. */
export function saveTimes(
  database: Database,
  origin: ChangeOrigin,
  userId: UserId,
  sent: SentTimes,
  own: Parameters<typeof readCurrentUser>[2],
) {
  return database.change(origin, async (change) => {
    const { group_id: groupId, ...before } = await change.db
      .selectFrom('users')
      .select(['group_id', 'times', 'time_zone as timeZone'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const after = { times: sent.times ?? before.times, timeZone: sent.timeZone ?? before.timeZone };
    const isChanged = after.times !== before.times || after.timeZone !== before.timeZone;
    if (isChanged) {
      const row = { times: after.times, time_zone: after.timeZone };
      await change.db.updateTable('users').set(row).where('id', '=', userId).execute();
      await change.audit({ action: 'times-changed', objectType: 'user', objectId: userId, groupId, before, after });
    }
    const user = await readCurrentUser({ scope: change.scope, db: change.db }, userId, own);
    if (isChanged) change.push('ReceiveUserUpdate', { userId }, user);
    return user;
  });
}
