import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Reader } from '../../../../platform/database/database.ts';

/** The rules of the installation, beside those of the companies. */
export interface FactorRules {
  readonly isRequiredOfSuperadmins: boolean;
}

/** Whether the user of the query's row has a second factor here. */
export const hasFactor = sql<boolean>`(
  exists (select from totp_factors f where f.user_id = users.id and f.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = users.id))`;

/** Whether a user of an external provider has a session at whose sign-in it asked for a second factor. */
export const hasProvenSession = sql<boolean>`exists (select from sessions s
  where s.user_id = users.id and s.factor_at is not null and s.ended_at is null and s.expires_at > now())`;

/** Whether a rule covers the user; the query joins the user's company as `groups`. */
export function isRequired({ isRequiredOfSuperadmins }: FactorRules) {
  return sql<boolean>`case when users.role = 'superadmin' then ${isRequiredOfSuperadmins}::boolean
    else coalesce(groups.second_factor_rule = 'everyone'
      or (groups.second_factor_rule = 'admins' and users.role = 'admin'), false) end`;
}

/** Whether a rule covers the user, and whether the user has what it requires. */
export async function findStanding({ db }: Pick<Reader, 'db'>, userId: UserId, rules: FactorRules) {
  const found = await db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .select([isRequired(rules).as('isRequired'), hasFactor.as('hasFactor'), hasProvenSession.as('hasProvenSession')])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return found ?? { isRequired: false, hasFactor: false, hasProvenSession: false };
}
