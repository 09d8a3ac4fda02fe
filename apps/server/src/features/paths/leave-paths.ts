import { writeAuditedName } from '@waymark/contract/runs/read-path';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import { listPathsOfDevice, type PathRow } from './paths.queries.ts';

type Leaving = DomainEvents['device-removed'];

/** Locks the plans: saves and launches wait until the change ends. */
export async function lockPathsOfDevice(change: Change, leaving: DomainEvents['device-leaving']): Promise<void> {
  await listPathsOfDevice({ scope: change.scope, db: change.db }, leaving);
}

function unlinkMarkers({ markers }: PathRow, uid: Uid): PathRow['markers'] {
  return markers.map((marker) => ({
    ...marker,
    linkedUid: marker.linkedUid === uid ? null : marker.linkedUid,
    autoLinkedUids: marker.autoLinkedUids.filter((each) => each !== uid),
  }));
}

async function removeFromPath(change: Change, path: PathRow, { uid, groupId }: Leaving): Promise<void> {
  await change.db
    .updateTable('pig_paths')
    .set({ markers: JSON.stringify(unlinkMarkers(path, uid)), rev: sql<number>`rev + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', path.id)
    .execute();
  await change.db.deleteFrom('pig_path_devices').where('path_id', '=', path.id).where('uid', '=', uid).execute();
  await change.audit({
    action: 'path-agm-removed',
    objectType: 'path',
    objectId: path.id,
    groupId,
    before: { ...writeAuditedName(path.name), uid },
  });
}

/** A device that leaves the company is removed from its plans. */
export async function removeDeviceFromPaths(change: Change, leaving: Leaving): Promise<void> {
  for (const path of await listPathsOfDevice({ scope: change.scope, db: change.db }, leaving))
    await removeFromPath(change, path, leaving);
}
