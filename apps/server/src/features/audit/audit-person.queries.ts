import { sql, type Expression, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

/** Here and not in the database, whose letters depend on how it was set up: in locale C it knows no Å. */
function contains(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

/**
 * The names of all who have ever acted, also of those deleted or renamed since: from each the index leads to the next,
 * however many entries each has. They stay here: what is shown of them is a matter of the company.
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

async function findUserIds(reader: Reader, part: string): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(inCompany(reader.scope, 'users.group_id'))
    .execute();
  return rows.filter(({ name }) => contains(name, part)).map(({ id }) => id);
}

/** Signing in and the like is done before anybody is known: the server acts, and the person is the object. */
const isAbout = (userIds: readonly number[]) =>
  sql`(user_id is null and object_type = 'user' and object_id = any(${userIds.map(String)}::text[]))`;

/** What somebody did, or the server for him: by his number, or by a part of the name. */
export async function isByPerson(reader: Reader, person: string): Promise<Expression<SqlBool>> {
  if (/^\d{1,15}$/.test(person)) {
    return sql<SqlBool>`(user_id = ${Number(person)} or ${isAbout([Number(person)])})`;
  }
  const [names, userIds] = await Promise.all([findNames(reader, person), findUserIds(reader, person)]);
  return sql<SqlBool>`(user_name = any(${names}::text[]) or ${isAbout(userIds)})`;
}
