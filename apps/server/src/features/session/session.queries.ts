import type { UserId } from '@waymark/domain/ids';
import { DEFAULT_LANGUAGE, type Language } from '@waymark/domain/language/language';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { hasFactor, isRequired, type FactorRules } from './second-factor/rule/factor-rule.ts';

/** The current user of a live session; undefined when the session has ended or the user is deleted. */
export async function findSessionUser(reader: Reader, sessionId: string, rules: FactorRules) {
  return reader.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.group_id'])
    .select(sql<boolean>`${isRequired(rules)} and not ${hasFactor}`.as('must_set_up'))
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst();
}

/** The hash of a user's password; undefined for users of an external provider. */
export async function findPasswordHash(reader: Reader, userId: UserId): Promise<string | undefined> {
  const row = await reader.db
    .selectFrom('passwords')
    .innerJoin('users', 'users.id', 'passwords.user_id')
    .select('hash')
    .where('user_id', '=', userId)
    .where('users.external_issuer', 'is', null)
    .executeTakeFirst();
  return row?.hash;
}

export async function listLiveSessions(reader: Reader, sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await reader.db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The user who may have a password here, by e-mail or id; users of an external provider may not. */
export async function findPasswordUser(reader: Reader, by: { readonly email: string } | { readonly userId: UserId }) {
  return reader.db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .select(['users.id', 'users.name', 'users.email', 'users.group_id', 'users.link_epoch', 'passwords.changed_at'])
    .select(sql<Language>`coalesce(users.language, groups.language, ${DEFAULT_LANGUAGE})`.as('language'))
    .$if('email' in by, (query) =>
      query.where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', 'email' in by ? by.email : '')),
    )
    .$if('userId' in by, (query) => query.where('users.id', '=', 'userId' in by ? by.userId : 0))
    .where('users.external_issuer', 'is', null)
    .executeTakeFirst();
}
