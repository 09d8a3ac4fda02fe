import { readMarker, readPath } from '@waymark/contract/runs/read-path';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';

// Inserts minimal runs for tests of features that depend on runs.

/** Later than every passage of a test, so that the run links none. */
const LAUNCH_AT = new Date('2100-01-01T00:00:00Z');

interface NewRun {
  readonly groupId: number;
  readonly uid: number;
  readonly pig: string;
}

async function addRun(db: Kysely<Tables>, { groupId, uid, pig }: NewRun): Promise<number> {
  const {
    markers: _markers,
    agms: _agms,
    offlineAgms: _places,
    notifications: _rules,
    ...path
  } = readPath(examplePath);
  const { id } = await db
    .insertInto('pig_runs')
    .values({ group_id: groupId, pig, path: JSON.stringify(path), launch_at: LAUNCH_AT })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('pig_run_devices').values({ run_id: id, uid, group_id: groupId }).execute();
  const lines = exampleMarkers.map(readMarker).map((marker, place) => ({
    run_id: id,
    name: marker.name,
    place,
    marker: JSON.stringify(marker),
  }));
  await db.insertInto('pig_run_markers').values(lines).execute();
  return id;
}

/** Adds an active run that the device watches and that notifies the user; returns its id. */
export async function followByRun(
  db: Kysely<Tables>,
  { groupId, userId, uid }: { readonly groupId: number; readonly userId: number; readonly uid: number },
): Promise<number> {
  const id = await addRun(db, { groupId, uid, pig: `FOLLOW-${userId}-${uid}` });
  const rule = { ...examplePath.notifications[0], userId };
  await db
    .insertInto('pig_run_rules')
    .values({ run_id: id, user_id: userId, group_id: groupId, rule: JSON.stringify(rule) })
    .execute();
  return id;
}

/** Adds a run that has this recorded passage without a marker; returns its id. */
export async function placeInRun(
  db: Kysely<Tables>,
  { groupId, uid, endOfSnipAt }: { readonly groupId: number; readonly uid: number; readonly endOfSnipAt: Date },
): Promise<number> {
  const id = await addRun(db, { groupId, uid, pig: `PLACED-${uid}` });
  await db.insertInto('pig_run_passages').values({ run_id: id, uid, end_of_snip_at: endOfSnipAt }).execute();
  return id;
}
