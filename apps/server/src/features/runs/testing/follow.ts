import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';

// Runs as they stand in the tables, for tests of what hangs on a run.

/** Active, and launched after everything that tests tell of: it takes no passage. */
const LAUNCH_AT = new Date('2100-01-01T00:00:00Z');

interface NewRun {
  readonly groupId: number;
  readonly uid: number;
  readonly pig: string;
}

async function addRun(db: Kysely<Tables>, { groupId, uid, pig }: NewRun): Promise<number> {
  const { markers: _markers, agms: _agms, offlineAgms: _places, notifications: _rules, ...path } = examplePath;
  const { id } = await db
    .insertInto('pig_runs')
    .values({ group_id: groupId, pig, path: JSON.stringify(path), launch_at: LAUNCH_AT })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('pig_run_devices').values({ run_id: id, uid, group_id: groupId }).execute();
  const lines = exampleMarkers.map((marker, place) => ({
    run_id: id,
    name: marker.name,
    place,
    marker: JSON.stringify(marker),
  }));
  await db.insertInto('pig_run_markers').values(lines).execute();
  return id;
}

/** A run on its way that is watched by the device and notifies the person; answers its number. */
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

/** A run that has this passage, at none of its markers; answers its number. */
export async function placeInRun(
  db: Kysely<Tables>,
  { groupId, uid, endOfSnipAt }: { readonly groupId: number; readonly uid: number; readonly endOfSnipAt: Date },
): Promise<number> {
  const id = await addRun(db, { groupId, uid, pig: `PLACED-${uid}` });
  const passage = {
    uid,
    end_of_snip_at: endOfSnipAt,
    passage_at: endOfSnipAt,
    is_verified: false,
    is_offline: false,
    is_bluetooth: false,
  };
  await db
    .insertInto('pig_run_passages')
    .values({ run_id: id, ...passage })
    .execute();
  return id;
}
