import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';

/** When the user has turned the second factor on, with the number of unused recovery codes; undefined: it is off. */
export async function findSecondFactor({ db }: Pick<Reader, 'db'>, userId: UserId) {
  return db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .select(
      sql<number>`(select count(*)::int from recovery_codes c where c.user_id = totp_factors.user_id)`.as('codes'),
    )
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}
