import type { Marker } from '@waymark/domain/path/marker';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { listChanges } from '@waymark/domain/run/changes/merge';
import type { Run } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { storeDecided } from './decided-passages.store.ts';
import { lockRunsOf } from './lock-run.ts';
import { storePassagesOfRun } from './run-passages.store.ts';
import type { ChangedPassage } from './runs.events.ts';

export interface NewRun {
  readonly groupId: number;
  readonly pathId: number;
  readonly path: PigPath;
  readonly pig: string;
  readonly launchAt: number;
}

/** Locks the company's runs, then the path, until the change ends; returns the company of the path, or null. */
export async function lockPathForRun(change: Change, pathId: number): Promise<number | null> {
  const plan = change.db
    .selectFrom('pig_paths')
    .select('group_id')
    .where('id', '=', pathId)
    .where(inCompany(change.scope, 'pig_paths.group_id'));
  const found = await plan.executeTakeFirst();
  if (!found) return null;
  await lockRunsOf(change, found.group_id);
  return (await plan.forUpdate().executeTakeFirst())?.group_id ?? null;
}

async function insertMarkers(change: Change, runId: number, markers: readonly Marker[]): Promise<void> {
  await sql`insert into pig_run_markers (run_id, name, place, marker)
    select ${runId}, marker ->> 'name', place, marker
    from jsonb_array_elements(${JSON.stringify(markers)}::jsonb) with ordinality as line (marker, place)`.execute(
    change.db,
  );
}

/** Stores a UID that no longer belongs to the company without a reference to the device. */
async function insertDevices(
  change: Change,
  runId: number,
  { agms, offlineAgms }: Pick<PigPath, 'agms' | 'offlineAgms'>,
): Promise<void> {
  const watching = [...new Set(agms)].map((uid) => ({ uid, ...offlineAgms[String(uid)] }));
  await sql`insert into pig_run_devices (run_id, uid, lat, lon, group_id)
    select r.id, line.uid, lat, lon, d.group_id
    from jsonb_to_recordset(${JSON.stringify(watching)}::jsonb) as line (uid bigint, lat float8, lon float8)
    join pig_runs r on r.id = ${runId}
    left join devices d on d.uid = line.uid and d.group_id = r.group_id`.execute(change.db);
}

/** Prevents removal of the rules' users until the change ends; users are locked before rules everywhere, against deadlocks. */
export async function lockUsers({ db }: Change, rules: PigPath['notifications']): Promise<void> {
  if (rules.length === 0) return;
  await db
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      rules.map(({ userId }) => userId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

async function insertRules(
  change: Change,
  runId: number,
  groupId: number,
  { notifications }: Pick<PigPath, 'notifications'>,
): Promise<void> {
  const rules = notifications.map((rule) => ({
    run_id: runId,
    user_id: rule.userId,
    group_id: groupId,
    rule: JSON.stringify(rule),
  }));
  if (rules.length > 0) await change.db.insertInto('pig_run_rules').values(rules).execute();
}

/** Returns the id of the run, or null when the same pig was launched concurrently. */
export async function insertRun(
  change: Change,
  { groupId, pathId, path, pig, launchAt }: NewRun,
): Promise<number | null> {
  const { markers, agms: _agms, offlineAgms: _places, notifications: _rules, ...own } = path;
  const inserted = await change.db
    .insertInto('pig_runs')
    .values({ group_id: groupId, path_id: pathId, pig, launch_at: new Date(launchAt), path: JSON.stringify(own) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await insertMarkers(change, inserted.id, markers);
  await insertDevices(change, inserted.id, path);
  await insertRules(change, inserted.id, groupId, path);
  return inserted.id;
}

const toDate = (at: number | null) => (at === null ? null : new Date(at));

/** One statement, because each round trip makes the other changes of the company wait. */
async function updateRow(change: Change, before: Run, after: Run): Promise<void> {
  const { runId, rev, launchAt, completedAt, edit, jobNumber } = after;
  const row = {
    rev,
    launch_at: toDate(launchAt),
    completed_at: toDate(completedAt),
    ended_at: toDate(after.endedAt ?? null),
    edit_at: toDate(edit?.at ?? null),
    edit_lat: edit?.place.lat ?? null,
    edit_lon: edit?.place.lon ?? null,
    new_speed: edit?.speed ?? null,
    job_number: jobNumber,
  };
  await change.db
    .with('updated', (db) => db.updateTable('pig_runs').set(row).where('id', '=', runId))
    .insertInto('pig_run_revisions')
    .values({ run_id: runId, rev, before: JSON.stringify(listChanges(before, after).before) })
    .execute();
}

/** Updates changed markers; an added marker shifts the places of later ones, so all are rewritten then. */
async function updateMarkers(change: Change, before: Run, { runId, path: { markers } }: Run): Promise<void> {
  if (markers === before.path.markers) return;
  if (markers.length !== before.path.markers.length) {
    await change.db.deleteFrom('pig_run_markers').where('run_id', '=', runId).execute();
    return insertMarkers(change, runId, markers);
  }
  const changed = markers.filter((marker, at) => marker !== before.path.markers[at]);
  if (changed.length === 0) return;
  await sql`update pig_run_markers m set marker = line.marker
    from jsonb_array_elements(${JSON.stringify(changed)}::jsonb) as line (marker)
    where m.run_id = ${runId} and m.name = line.marker ->> 'name'`.execute(change.db);
}

/** Stores the differences between two states of a run; returns the changed passages. */
export async function storeRun(change: Change, before: Run, after: Run): Promise<ChangedPassage[]> {
  await updateRow(change, before, after);
  await updateMarkers(change, before, after);
  const passages = await storePassagesOfRun(change, before, after);
  await storeDecided(change, after.runId, passages);
  if (after.path.agms !== before.path.agms) {
    await change.db.deleteFrom('pig_run_devices').where('run_id', '=', after.runId).execute();
    await insertDevices(change, after.runId, after.path);
  }
  if (after.path.notifications !== before.path.notifications) {
    await change.db.deleteFrom('pig_run_rules').where('run_id', '=', after.runId).execute();
    await insertRules(change, after.runId, after.groupId, after.path);
  }
  return passages;
}

/** The number of markers that viewers have added to the run. */
export async function countViewerMarkers({ db }: Change, runId: number): Promise<number> {
  const row = await db
    .selectFrom('pig_runs')
    .select('viewer_markers')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return row.viewer_markers;
}

export async function addToViewerMarkers(change: Change, runId: number, added: number): Promise<void> {
  await sql`update pig_runs set viewer_markers = viewer_markers + ${added} where id = ${runId}`.execute(change.db);
}

export async function deleteRun(change: Change, runId: number): Promise<void> {
  await change.db.deleteFrom('pig_runs').where('id', '=', runId).execute();
}
