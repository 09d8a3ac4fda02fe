import type { PathId } from '@waymark/domain/ids';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

export async function findPath(reader: Reader, pathId: PathId) {
  return reader.db
    .selectFrom('pig_paths')
    .leftJoin('pig_path_broadcast_flags', 'pig_path_broadcast_flags.path_id', 'pig_paths.id')
    .select(['pig_paths.group_id', 'flags'])
    .where('pig_paths.id', '=', pathId)
    .where(inCompany(reader.scope, 'pig_paths.group_id'))
    .executeTakeFirst();
}

export async function listDevicesOfPath(reader: Reader, pathId: PathId): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('pig_path_devices')
    .select('uid')
    .where('path_id', '=', pathId)
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
