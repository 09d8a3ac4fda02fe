import type { CompanyId, PathId, Uid } from '@waymark/domain/ids';
import { sql, type Selectable } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type PathRow = Selectable<Tables['pig_paths']>;

export interface WatchingDevice {
  readonly uid: Uid;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** Sorted by name; for a superadmin grouped by company. */
export async function listPaths(reader: Reader): Promise<PathRow[]> {
  return reader.db
    .selectFrom('pig_paths')
    .selectAll()
    .where(inCompany(reader.scope, 'pig_paths.group_id'))
    .orderBy('group_id')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export async function listPathNames(reader: Reader, groupId: CompanyId): Promise<string[]> {
  const rows = await reader.db
    .selectFrom('pig_paths')
    .select('name')
    .where('group_id', '=', groupId)
    .where(inCompany(reader.scope, 'pig_paths.group_id'))
    .execute();
  return rows.map(({ name }) => name);
}

export async function findWholePath(reader: Reader, pathId: PathId): Promise<PathRow | undefined> {
  return reader.db
    .selectFrom('pig_paths')
    .selectAll()
    .where('id', '=', pathId)
    .where(inCompany(reader.scope, 'pig_paths.group_id'))
    .executeTakeFirst();
}

/** By path; the devices in the order of their uids. */
export async function listWatching(
  reader: Reader,
  pathIds: readonly PathId[],
): Promise<ReadonlyMap<number, WatchingDevice[]>> {
  if (pathIds.length === 0) return new Map();
  const rows = await reader.db
    .selectFrom('pig_path_devices')
    .selectAll()
    .where('path_id', 'in', pathIds)
    .orderBy('path_id')
    .orderBy('uid')
    .execute();
  return Map.groupBy(rows, ({ path_id: pathId }) => pathId);
}

/** The company's plans that the device watches, locked until the change ends. */
export async function listPathsOfDevice(
  reader: Reader,
  { uid, groupId }: { readonly uid: Uid; readonly groupId: CompanyId },
): Promise<PathRow[]> {
  return reader.db
    .selectFrom('pig_paths')
    .innerJoin('pig_path_devices', (join) => join.onRef('path_id', '=', 'pig_paths.id').on('uid', '=', uid))
    .selectAll('pig_paths')
    .where('pig_paths.group_id', '=', groupId)
    .where(inCompany(reader.scope, 'pig_paths.group_id'))
    .orderBy('pig_paths.id')
    .forUpdate('pig_paths')
    .execute();
}
