import type { CompanyId, PathId } from '@waymark/domain/ids';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { PathRow } from './paths.queries.ts';
import { readColumns, readWatching } from './paths.wire.ts';

/** Locks the path until the change ends, so that it is not saved, launched or deleted elsewhere. */
export async function lockPath(change: Change, pathId: PathId): Promise<PathRow | undefined> {
  return change.db
    .selectFrom('pig_paths')
    .selectAll()
    .where('id', '=', pathId)
    .where(inCompany(change.scope, 'pig_paths.group_id'))
    .forUpdate()
    .executeTakeFirst();
}

/** Until the change ends no other change of the company adds or renames a path. */
export async function lockPathNames(change: Change, groupId: CompanyId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('path names', ${groupId}))`.execute(change.db);
}

async function storeWatching(change: Change, pathId: PathId, groupId: CompanyId, path: PigPath): Promise<void> {
  await change.db.deleteFrom('pig_path_devices').where('path_id', '=', pathId).execute();
  const lines = readWatching(path);
  if (lines.length === 0) return;
  await change.db
    .insertInto('pig_path_devices')
    .values(lines.map((line) => ({ path_id: pathId, group_id: groupId, ...line })))
    .execute();
}

export async function insertPath(change: Change, groupId: CompanyId, path: PigPath): Promise<number> {
  const { id } = await change.db
    .insertInto('pig_paths')
    .values({ group_id: groupId, ...readColumns(path) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeWatching(change, id, groupId, path);
  return id;
}

export async function updatePath(change: Change, pathId: PathId, groupId: CompanyId, path: PigPath): Promise<void> {
  await change.db
    .updateTable('pig_paths')
    .set({ group_id: groupId, ...readColumns(path), rev: sql<number>`rev + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', pathId)
    .execute();
  await storeWatching(change, pathId, groupId, path);
}

export async function deletePath(change: Change, pathId: PathId): Promise<void> {
  await change.db.deleteFrom('pig_paths').where('id', '=', pathId).execute();
}
