import { sql, type Expression, type SqlBool } from 'kysely';
import { inCompany, type Scope } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

// Which devices a scope sees: those of its company, and of these a viewer only the ones he follows.
// A device that is not visible is answered as if it did not exist.

/** For queries on `devices`. */
export function visibleDevices(scope: Scope): Expression<SqlBool> {
  const company = inCompany(scope, 'devices.group_id');
  if (scope.kind !== 'viewer') return company;
  return sql<SqlBool>`${company} and exists (
    select from device_followers f where f.user_id = ${scope.userId} and f.uid = devices.uid)`;
}

/**
 * For queries on what one device has said: a record belongs to the company that held the device then.
 * The follower is looked up once, not for each row.
 */
export function visibleRecords(scope: Scope, table: string, uid: number): Expression<SqlBool> {
  const own = sql<SqlBool>`${sql.ref(`${table}.uid`)} = ${uid} and ${inCompany(scope, `${table}.group_id`)}`;
  if (scope.kind !== 'viewer') return own;
  return sql<SqlBool>`${own} and exists (
    select from device_followers f where f.user_id = ${scope.userId} and f.uid = ${uid})`;
}

/** For queries on what several devices have said, which name the devices themselves. */
export function visibleRecordsOfDevices(scope: Scope, table: string): Expression<SqlBool> {
  const company = inCompany(scope, `${table}.group_id`);
  if (scope.kind !== 'viewer') return company;
  return sql<SqlBool>`${company} and exists (
    select from device_followers f where f.user_id = ${scope.userId} and f.uid = ${sql.ref(`${table}.uid`)})`;
}

/** The devices whose hub events a viewer hears. */
export async function listFollowedUids(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('device_followers')
    .innerJoin('devices', 'devices.uid', 'device_followers.uid')
    .select('devices.uid')
    .where('device_followers.user_id', '=', userId)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .orderBy('devices.uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
