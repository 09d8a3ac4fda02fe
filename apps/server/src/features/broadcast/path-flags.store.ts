import type { PathFlag } from '@waymark/commands/broadcast-codes';
import type { PathId } from '@waymark/domain/ids';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';

/**
 * Locks the path until the change ends, so that its flags are neither saved nor fired elsewhere; returns whether the
 * path exists.
 */
export async function lockPath(change: Change, pathId: PathId): Promise<boolean> {
  const held = await change.db
    .selectFrom('pig_paths')
    .select('id')
    .where('id', '=', pathId)
    .where(inCompany(change.scope, 'pig_paths.group_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

export async function storeFlags(change: Change, pathId: PathId, flags: readonly PathFlag[]): Promise<void> {
  await change.db
    .insertInto('pig_path_broadcast_flags')
    .values({ path_id: pathId, flags: [...flags] })
    .onConflict((conflict) => conflict.column('path_id').doUpdateSet({ flags: [...flags] }))
    .execute();
}
