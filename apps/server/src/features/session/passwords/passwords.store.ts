import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';

/**
 * Whether the user still has the password that was compared. Its lock delays a replacement until the change ends, so
 * that the replacement also ends a session that the change opens.
 */
export async function holdPassword(change: Change, userId: UserId, compared: string): Promise<boolean> {
  const held = await change.db
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held?.hash === compared;
}

export async function storePasswordHash(change: Change, userId: UserId, hash: string): Promise<void> {
  await change.db
    .insertInto('passwords')
    .values({ user_id: userId, hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: sql<Date>`now()` }))
    .execute();
}
