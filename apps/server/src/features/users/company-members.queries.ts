import type { CompanyId, Uid, UserId } from '@waymark/domain/ids';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

/** The company of each visible device, under a lock that keeps the device there until the change ends. */
export async function listDeviceGroups(reader: Reader, uids: readonly Uid[]) {
  if (uids.length === 0) return [];
  return reader.db
    .selectFrom('devices')
    .select(['uid', 'group_id'])
    .where('uid', 'in', uids)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .orderBy('uid')
    .forKeyShare()
    .execute();
}

/** The ids of the users who belong to the company. */
async function listUsersOfCompany(
  reader: Reader,
  groupId: CompanyId,
  userIds: readonly UserId[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await reader.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('group_id', '=', groupId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface Company {
  readonly groupId: CompanyId;
  /** Devices of a completed run, which may have left the company since. */
  readonly past?: readonly number[];
}

/** Names the first device or user of a path that does not belong to its company; null: all do. */
export async function findForeignMember(
  reader: Reader,
  { agms, notifications }: Pick<PigPath, 'agms' | 'notifications'>,
  { groupId, past = [] }: Company,
): Promise<string | null> {
  const devices = await listDeviceGroups(reader, agms);
  const own = new Set(devices.flatMap(({ uid, group_id: holder }) => (holder === groupId ? [uid] : [])));
  const foreign = agms.find((uid) => !own.has(uid) && !past.includes(uid));
  if (foreign !== undefined) return `There is no AGM ${foreign} in this company.`;
  const known = await listUsersOfCompany(
    reader,
    groupId,
    notifications.map(({ userId }) => userId),
  );
  const stranger = notifications.find(({ userId }) => !known.has(userId));
  return stranger ? `${stranger.name} is not a user of this company.` : null;
}
