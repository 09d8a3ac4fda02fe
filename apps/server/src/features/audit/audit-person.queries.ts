import type { UserId } from '@waymark/domain/ids';
import { sql, type Expression, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

/** Not compared in the database, because `lower()` depends on its locale: in locale C it does not know Å. */
function contains(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

/**
 * The names of all users in the trail, also of deleted or renamed ones. The index leads from each name to the next,
 * however many entries it has. The names are not shown: the company filter applies to the entries.
 */
async function findNames(reader: Reader, part: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive names(name) as (
      select min(user_name) from audit
      union all
      select (select min(user_name) from audit where user_name > name) from names where name is not null
    )
    select name from names where name is not null`.execute(reader.db);
  return rows.map(({ name }) => name).filter((name) => contains(name, part));
}

async function findUserIds(reader: Reader, part: string): Promise<UserId[]> {
  const rows = await reader.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(inCompany(reader.scope, 'users.group_id'))
    .execute();
  return rows.filter(({ name }) => contains(name, part)).map(({ id }) => id);
}

/** A sign-in starts without a known user: the server is the actor and the user is the object of the entry. */
const isAbout = (userIds: readonly UserId[]) =>
  sql`(user_id is null and object_type = 'user' and object_id = any(${userIds.map(String)}::text[]))`;

/** Matches entries by a user or about their sign-ins; `person` is a user id or a part of the name. */
export async function isByPerson(reader: Reader, person: string): Promise<Expression<SqlBool>> {
  if (/^\d{1,15}$/.test(person)) {
    return sql<SqlBool>`(user_id = ${Number(person)} or ${isAbout([Number(person)])})`;
  }
  const [names, userIds] = await Promise.all([findNames(reader, person), findUserIds(reader, person)]);
  return sql<SqlBool>`(user_name = any(${names}::text[]) or ${isAbout(userIds)})`;
}
