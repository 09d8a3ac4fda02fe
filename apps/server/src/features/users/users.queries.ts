import { normaliseEmail } from '@waymark/domain/account/email';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { chooseZone } from '@waymark/domain/time/times-choice';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { DEFAULT_LANGUAGE, type Language } from '@waymark/domain/language/language';
import { DEFAULT_UNITS, type UnitSystem } from '@waymark/domain/units/system';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

const identity = ['users.id', 'users.name', 'users.email', 'users.role', 'users.group_id'] as const;

export async function findUserById(reader: Reader, userId: UserId) {
  return reader.db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .select([
      ...identity,
      'users.phone',
      'users.is_opted_in',
      'users.external_issuer',
      'users.units',
      'users.language',
      'users.times',
      'users.time_zone',
    ])
    .select(['groups.units as company_units', 'groups.language as company_language'])
    .where('users.id', '=', userId)
    .where(inCompany(reader.scope, 'users.group_id'))
    .executeTakeFirst();
}

/** The user's own choice, else that of their company; an API key has those of its company. */
export async function findUnits(
  reader: Reader,
  { userId, groupId }: { readonly userId: UserId; readonly groupId: CompanyId | null },
): Promise<UnitSystem> {
  const user = await findUserById(reader, userId);
  return user?.units ?? (groupId === null ? undefined : await findCompanyUnits(reader, groupId)) ?? DEFAULT_UNITS;
}

/** The name of a company, and its units. */
export async function findCompany(reader: Reader, groupId: CompanyId) {
  return reader.db
    .selectFrom('groups')
    .select(['name', 'units'])
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .executeTakeFirst();
}

async function findCompanyUnits(reader: Reader, groupId: CompanyId): Promise<UnitSystem | undefined> {
  const group = await reader.db
    .selectFrom('groups')
    .select('units')
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .executeTakeFirst();
  return group?.units;
}

/** The user's own choice, else that of their company. The system and API keys, which are programs, read English. */
export async function findLanguage(reader: Reader, userId: UserId | null): Promise<Language> {
  const user = userId === null ? undefined : await findUserById(reader, userId);
  return user?.language ?? user?.company_language ?? DEFAULT_LANGUAGE;
}

/** The zone in which the user reads times of a line; UTC for the system. */
export async function findZoneOfReader(
  reader: Reader,
  userId: UserId,
  lineZone: Zone | null | undefined,
): Promise<Zone> {
  const user = await findUserById(reader, userId);
  return user ? chooseZone({ times: user.times, timeZone: user.time_zone }, lineZone) : UTC;
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

export async function hasGroup(reader: Reader, groupId: CompanyId): Promise<boolean> {
  const found = await reader.db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the company against deletion until the change ends; false when it does not exist. */
export async function holdGroup(reader: Reader, groupId: CompanyId): Promise<boolean> {
  const held = await reader.db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .forKeyShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** The company, under a lock that blocks adding users and devices to it. */
export async function lockGroup(reader: Reader, groupId: CompanyId) {
  return reader.db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .forUpdate()
    .executeTakeFirst();
}

export async function isGroupEmpty(reader: Reader, groupId: CompanyId): Promise<boolean> {
  const user = reader.db.selectFrom('users').select('id').where('group_id', '=', groupId).limit(1);
  const device = reader.db.selectFrom('devices').select('uid').where('group_id', '=', groupId).limit(1);
  return (await user.executeTakeFirst()) === undefined && (await device.executeTakeFirst()) === undefined;
}

/** The user, locked until the change ends. */
export async function lockUser(reader: Reader, userId: UserId) {
  return reader.db
    .selectFrom('users')
    .select([...identity, 'users.phone', 'users.is_opted_in', 'users.revision'])
    .where('users.id', '=', userId)
    .where(inCompany(reader.scope, 'users.group_id'))
    .forUpdate()
    .executeTakeFirst();
}

/** Locks all superadmins, in one order against deadlocks, so that their count stays true until the change ends. */
export async function lockStaff(reader: Reader): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'superadmin')
    .where(inCompany(reader.scope, 'users.group_id'))
    .orderBy('users.id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const listed = [...identity, 'users.phone', 'users.revision'] as const;

function selectStaff(reader: Reader) {
  return reader.db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email', 'users.phone', 'users.revision'])
    .where('users.role', '=', 'superadmin')
    .where(inCompany(reader.scope, 'users.group_id'));
}

export async function listStaff(reader: Reader) {
  return selectStaff(reader).orderBy('users.name').orderBy('users.id').execute();
}

export async function findStaff(reader: Reader, userId: UserId) {
  return selectStaff(reader).where('users.id', '=', userId).executeTakeFirstOrThrow();
}

function selectCompanyUsers(reader: Reader) {
  return reader.db
    .selectFrom('users')
    .select(listed)
    .where('users.group_id', 'is not', null)
    .where(inCompany(reader.scope, 'users.group_id'));
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectCompanyUsers>['executeTakeFirstOrThrow']>>;

function toCompanyUser({ group_id: group, role, ...user }: ListedRow) {
  return group === null || role === 'superadmin' ? [] : [{ ...user, role, group }];
}

/** The company users of the scope, or of one company in it. */
export async function listCompanyUsers(reader: Reader, groupId?: CompanyId) {
  const rows = await selectCompanyUsers(reader)
    .$if(groupId !== undefined, (query) => query.where('users.group_id', '=', groupId ?? null))
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  return rows.flatMap(toCompanyUser);
}

export async function findCompanyUser(reader: Reader, userId: UserId) {
  const [user] = toCompanyUser(
    await selectCompanyUsers(reader).where('users.id', '=', userId).executeTakeFirstOrThrow(),
  );
  if (!user) throw new Error(`user ${userId} belongs to no company`);
  return user;
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
