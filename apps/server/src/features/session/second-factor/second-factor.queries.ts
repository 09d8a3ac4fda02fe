import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';

export type SecondStepMethod = 'code' | 'passkey';

/** The user's second factors: the app since when, and the number of unused recovery codes. */
export async function findFactors({ db }: Pick<Reader, 'db'>, userId: UserId) {
  return db
    .selectFrom('users')
    .leftJoin('totp_factors', (join) =>
      join.onRef('totp_factors.user_id', '=', 'users.id').on('totp_factors.confirmed_at', 'is not', null),
    )
    .select('totp_factors.confirmed_at as appSince')
    .select(sql<number>`(select count(*)::int from passkeys p where p.user_id = users.id)`.as('passkeys'))
    .select(sql<number>`(select count(*)::int from recovery_codes c where c.user_id = users.id)`.as('codes'))
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** The ways of the second step that the user has; none: the sign-in has one step. */
export async function listMethods(reader: Pick<Reader, 'db'>, userId: UserId): Promise<readonly SecondStepMethod[]> {
  const found = await findFactors(reader, userId);
  const hasApp = (found?.appSince ?? null) !== null;
  return [...(hasApp ? (['code'] as const) : []), ...((found?.passkeys ?? 0) > 0 ? (['passkey'] as const) : [])];
}

export async function hasSecondFactor(reader: Pick<Reader, 'db'>, userId: UserId): Promise<boolean> {
  return (await listMethods(reader, userId)).length > 0;
}
