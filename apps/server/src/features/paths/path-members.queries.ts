import type { PigPath } from '@waymark/domain/path/pig-path';
import type { Reader } from '../../platform/database/database.ts';
import { listCompanyUsers, listDeviceGroups } from './paths.queries.ts';

interface Company {
  readonly groupId: number;
  /** Devices of a completed run, which may have left the company since. */
  readonly past?: readonly number[];
}

/** Which device or person of a path is not its company's, in words; null: all are. */
export async function findForeignMember(
  reader: Reader,
  { agms, notifications }: Pick<PigPath, 'agms' | 'notifications'>,
  { groupId, past = [] }: Company,
): Promise<string | null> {
  const devices = await listDeviceGroups(reader, agms);
  const own = new Set(devices.flatMap(({ uid, group_id: holder }) => (holder === groupId ? [uid] : [])));
  const foreign = agms.find((uid) => !own.has(uid) && !past.includes(uid));
  if (foreign !== undefined) return `There is no AGM ${foreign} in this company.`;
  const known = await listCompanyUsers(
    reader,
    groupId,
    notifications.map(({ userId }) => userId),
  );
  const stranger = notifications.find(({ userId }) => !known.has(userId));
  return stranger ? `${stranger.name} is not a user of this company.` : null;
}
