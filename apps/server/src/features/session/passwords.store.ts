import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

export async function storePasswordHash(change: Change, userId: UserId, hash: string): Promise<void> {
  await change.db
    .insertInto('passwords')
    .values({ user_id: userId, hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: sql<Date>`now()` }))
    .execute();
}
