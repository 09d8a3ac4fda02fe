import type { Uid, UserId } from '@waymark/domain/ids';
import { sql, type Expression, type SqlBool } from 'kysely';
import { inCompany, type Scope } from './scope.ts';
import type { Reader } from '../database/database.ts';

// A scope sees the devices of its company; a viewer sees only followed devices. An invisible device is answered like
// one that does not exist.

/** Notified to every node after a change of a device or of its visibility. */
export const DEVICES_CHANNEL = 'devices-changed';

/** The condition for queries on `devices`. */
export function visibleDevices(scope: Scope): Expression<SqlBool> {
  const company = inCompany(scope, 'devices.group_id');
  if (scope.kind !== 'viewer') return company;
  return sql<SqlBool>`${company} and exists (
    select from device_followers f where f.user_id = ${scope.userId} and f.uid = devices.uid)`;
}

/**
 * The condition for queries on records of one device: a record belongs to the company that had the device at the time.
 * The follower is looked up once, not per row.
 */
export function visibleRecords(scope: Scope, table: string, uid: Uid): Expression<SqlBool> {
  const own = sql<SqlBool>`${sql.ref(`${table}.uid`)} = ${uid} and ${inCompany(scope, `${table}.group_id`)}`;
  if (scope.kind !== 'viewer') return own;
  return sql<SqlBool>`${own} and exists (
    select from device_followers f where f.user_id = ${scope.userId} and f.uid = ${uid})`;
}

/** The condition for queries on records of several devices, each record naming its device. */
export function visibleRecordsOfDevices(scope: Scope, table: string): Expression<SqlBool> {
  const company = inCompany(scope, `${table}.group_id`);
  if (scope.kind !== 'viewer') return company;
  return sql<SqlBool>`${company} and exists (
    select from device_followers f where f.user_id = ${scope.userId} and f.uid = ${sql.ref(`${table}.uid`)})`;
}

/** Lists the devices whose hub events a viewer receives. */
export async function listFollowedUids(reader: Reader, userId: UserId): Promise<Uid[]> {
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

/** Whether the scope may see the device. */
export async function hasDevice(reader: Reader, uid: Uid): Promise<boolean> {
  const found = await reader.db
    .selectFrom('devices')
    .select('uid')
    .where('uid', '=', uid)
    .where(visibleDevices(reader.scope))
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the device until the change ends. */
export async function lockDevice(reader: Reader, uid: Uid) {
  return reader.db
    .selectFrom('devices')
    .select(['devices.uid', 'devices.group_id', 'devices.imei', 'devices.is_auto_download'])
    .where('devices.uid', '=', uid)
    .where(visibleDevices(reader.scope))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Lists the companies of these devices, as far as the scope sees them; locks the devices against a move until the
 * change ends.
 */
export async function listDeviceGroups(reader: Reader, uids: readonly Uid[]) {
  return reader.db
    .selectFrom('devices')
    .select(['devices.uid', 'devices.group_id'])
    .where('devices.uid', 'in', uids)
    .where(visibleDevices(reader.scope))
    .orderBy('devices.uid')
    .forShare()
    .execute();
}
