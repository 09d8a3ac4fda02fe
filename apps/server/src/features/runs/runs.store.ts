import type { CompanyId } from '@waymark/domain/ids';
import type { Marker } from '@waymark/domain/path/marker';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { listChanges } from '@waymark/domain/run/changes/merge';
import type { Run } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { findZone } from '../../platform/geo/zone-of-place.ts';
import { storeDecided } from './decided-passages.store.ts';
import { lockRunsOf } from './lock-run.ts';
import { storePassagesOfRuns } from './run-passages.store.ts';
import type { ChangedPassage, RunStates } from './runs.events.ts';

/** One change of a run, with the passages that differ. */
export interface RunStep extends RunStates {
  readonly passages: readonly ChangedPassage[];
}

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
  const ofLaunch = findZone({ lat: path.launchSiteLat, lon: path.launchSiteLon });
  const inserted = await change.db
    .insertInto('pig_runs')
    .values({
      group_id: groupId,
      path_id: pathId,
      pig,
      launch_at: new Date(launchAt),
      path: JSON.stringify(own),
      time_zone: sql<string>`coalesce((select own_time_zone from pig_paths where id = ${pathId}), ${ofLaunch})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await insertMarkers(change, inserted.id, markers);
  await insertDevices(change, inserted.id, path);
  await insertRules(change, inserted.id, groupId, path);
  return inserted.id;
}

/** A run's own columns, with instants as UTC milliseconds. */
function writeRow({ runId, rev, launchAt, completedAt, endedAt, edit, jobNumber }: Run) {
  return {
    run_id: runId,
    rev,
    launch_ms: launchAt,
    completed_ms: completedAt,
    ended_ms: endedAt ?? null,
    edit_ms: edit?.at ?? null,
    edit_lat: edit?.place.lat ?? null,
    edit_lon: edit?.place.lon ?? null,
    new_speed: edit?.speed ?? null,
    job_number: jobNumber,
  };
}

/** Markers that changed in place. */
function listChangedMarkers({ before, after: { runId, path } }: RunStates) {
  const was = before.path.markers;
  if (path.markers === was || path.markers.length !== was.length) return [];
  return path.markers.flatMap((marker, at) => (marker === was[at] ? [] : [{ run_id: runId, marker }]));
}

/** One statement, because each round trip makes the other changes of the company wait. */
async function updateRuns(change: Change, runs: readonly RunStates[], steps: readonly RunStates[]): Promise<void> {
  const revisions = steps.map(({ before, after }) => ({
    run_id: after.runId,
    rev: after.rev,
    before: listChanges(before, after).before,
  }));
  const markers = runs.flatMap(listChangedMarkers);
  await sql`
    with updated as (
      update pig_runs r set rev = line.rev, launch_at = to_timestamp(launch_ms / 1000.0),
        completed_at = to_timestamp(completed_ms / 1000.0), ended_at = to_timestamp(ended_ms / 1000.0),
        edit_at = to_timestamp(edit_ms / 1000.0), edit_lat = line.edit_lat, edit_lon = line.edit_lon, new_speed = line.new_speed,
        job_number = line.job_number
      from jsonb_to_recordset(${JSON.stringify(runs.map(({ after }) => writeRow(after)))}::jsonb) as line
        (run_id bigint, rev int, launch_ms bigint, completed_ms bigint, ended_ms bigint, edit_ms bigint, edit_lat float8,
          edit_lon float8, new_speed float8, job_number text)
      where r.id = line.run_id
    )${markers.length > 0 ? sql`, marked as (${updateMarkers(markers)})` : sql``}
    insert into pig_run_revisions (run_id, rev, before)
    select run_id, rev, before from jsonb_to_recordset(${JSON.stringify(revisions)}::jsonb) as line (run_id bigint, rev int, before jsonb)`.execute(
    change.db,
  );
}

const updateMarkers = (markers: readonly object[]) => sql`
  update pig_run_markers m set marker = line.marker
  from jsonb_to_recordset(${JSON.stringify(markers)}::jsonb) as line (run_id bigint, marker jsonb)
  where m.run_id = line.run_id and m.name = line.marker ->> 'name'`;

/** Replaces the rows of a table whose number has changed; an added marker shifts the places of later ones. */
async function replaceRows(change: Change, { before, after }: RunStates): Promise<void> {
  const { runId, groupId, path } = after;
  if (path.markers.length !== before.path.markers.length) {
    await change.db.deleteFrom('pig_run_markers').where('run_id', '=', runId).execute();
    await insertMarkers(change, runId, path.markers);
  }
  if (path.agms !== before.path.agms) {
    await change.db.deleteFrom('pig_run_devices').where('run_id', '=', runId).execute();
    await insertDevices(change, runId, path);
  }
  if (path.notifications !== before.path.notifications) {
    await change.db.deleteFrom('pig_run_rules').where('run_id', '=', runId).execute();
    await insertRules(change, runId, groupId, path);
  }
}

/** The first and the last state of each run. */
function spanSteps(steps: readonly RunStates[]): RunStates[] {
  const byRun = Map.groupBy(steps, ({ after }) => after.runId);
  return [...byRun.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)];
    return first && last ? [{ before: first.before, after: last.after }] : [];
  });
}

/**
 * Stores changes of the runs of one company, in order: each gets a revision, and the rows get the last state of their run.
 */
export async function storeRuns(change: Change, groupId: CompanyId, steps: readonly RunStep[]): Promise<void> {
  const runs = spanSteps(steps);
  await updateRuns(change, runs, steps);
  await storePassagesOfRuns(change, groupId, runs);
  for (const { after, passages } of steps) await storeDecided(change, after.runId, passages);
  for (const run of runs) await replaceRows(change, run);
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
