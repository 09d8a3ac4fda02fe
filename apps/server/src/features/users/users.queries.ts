import { normaliseEmail } from '@waymark/domain/account/email';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

const identity = ['users.id', 'users.name', 'users.email', 'users.role', 'users.group_id'] as const;

export async function findUserById(reader: Reader, userId: number) {
  return reader.db
    .selectFrom('users')
    .select([...identity, 'users.phone', 'users.is_opted_in'])
    .where('users.id', '=', userId)
    .where(inCompany(reader.scope, 'users.group_id'))
    .executeTakeFirst();
}

export async function findUserByEmail(reader: Reader, email: string) {
  return reader.db
    .selectFrom('users')
    .select(identity)
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', normaliseEmail(email)))
    .where(inCompany(reader.scope, 'users.group_id'))
    .executeTakeFirst();
}

export async function findExternalUser(reader: Reader, issuer: string, subject: string) {
  return reader.db
    .selectFrom('users')
    .select(identity)
    .where('external_issuer', '=', issuer)
    .where('external_subject', '=', subject)
    .where(inCompany(reader.scope, 'users.group_id'))
    .executeTakeFirst();
}

/** A company by its id, or by its name where the text is not a number. */
export async function findGroupId(reader: Reader, idOrName: string): Promise<number | null> {
  const query = reader.db.selectFrom('groups').select('id').where(inCompany(reader.scope, 'groups.id'));
  const found = /^\d{1,15}$/.test(idOrName)
    ? await query.where('id', '=', Number(idOrName)).executeTakeFirst()
    : await query.where((eb) => eb(eb.fn<string>('lower', ['name']), '=', idOrName.toLowerCase())).executeTakeFirst();
  return found?.id ?? null;
}

export async function listGroups(reader: Reader) {
  return reader.db
    .selectFrom('groups')
    .select(['id', 'name as groupName'])
    .where(inCompany(reader.scope, 'groups.id'))
    .orderBy('name')
    .execute();
}

export async function hasGroup(reader: Reader, groupId: number): Promise<boolean> {
  const found = await reader.db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .executeTakeFirst();
  return found !== undefined;
}

/** People who belong to a company, of the scope or of one group in it. */
export async function listCompanyUsers(reader: Reader, groupId?: number) {
  const rows = await reader.db
    .selectFrom('users')
    .select([...identity, 'users.phone'])
    .where('users.group_id', 'is not', null)
    .$if(groupId !== undefined, (query) => query.where('users.group_id', '=', groupId ?? null))
    .where(inCompany(reader.scope, 'users.group_id'))
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  return rows.flatMap(({ group_id: group, role, ...user }) =>
    group === null || role === 'superadmin' ? [] : [{ ...user, role, group }],
  );
}

export async function hasAnyUser(reader: Reader): Promise<boolean> {
  const found = await reader.db
    .selectFrom('users')
    .select('id')
    .where(inCompany(reader.scope, 'users.group_id'))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
