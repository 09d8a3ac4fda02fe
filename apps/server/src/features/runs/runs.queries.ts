import type { CompanyId } from '@waymark/domain/ids';
import type { Marker } from '@waymark/domain/path/marker';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Run } from '@waymark/domain/run/run';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { inCompany, type Scope } from '../../platform/access/scope.ts';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { assembleRun, type LinkRow, type RunRow } from './assemble-run.ts';
import {
  assemblePassages,
  deviceKey,
  listLinkedKeys,
  listRecorded,
  type RecordedKey,
  type RecordedPassages,
} from './run-passages.queries.ts';

/** All runs of the company; viewers see only active runs with a notification rule for them. */
function visibleRuns(scope: Scope): Expression<SqlBool> {
  const company = inCompany(scope, 'pig_runs.group_id');
  if (scope.kind !== 'viewer') return company;
  return sql<SqlBool>`${company} and pig_runs.completed_at is null and exists (
    select from pig_run_rules r where r.run_id = pig_runs.id and r.user_id = ${scope.userId})`;
}

interface RunFilter {
  readonly active?: boolean | undefined;
  /** UTC milliseconds: launched before it, and not received before it. */
  readonly at?: number | undefined;
  readonly runId?: number | undefined;
  readonly page?: number | undefined;
  readonly rowsPerPage?: number | undefined;
}

/** Reads the tables of a run as JSON, in one statement. Viewers get only their own rule. */
function selectTablesOfRun(scope: Scope) {
  const isVisible = scope.kind === 'viewer' ? sql`l.user_id = ${scope.userId}` : sql`true`;
  const list = <Value>(item: string, order: string, from: RawBuilder<unknown>) =>
    sql<Value[]>`(select coalesce(json_agg(${sql.raw(item)} order by ${sql.raw(order)}), '[]') from ${from})`;
  return [
    list<Marker>('m.marker', 'm.place', sql`pig_run_markers m where m.run_id = pig_runs.id`).as('markers'),
    list<RunRow['devices'][number]>(
      `json_build_object('uid', w.uid, 'lat', w.lat, 'lon', w.lon)`,
      'w.uid',
      sql`pig_run_devices w where w.run_id = pig_runs.id`,
    ).as('devices'),
    list<NotificationRule>(
      'l.rule',
      'l.user_id',
      sql`pig_run_rules l where l.run_id = pig_runs.id and ${isVisible}`,
    ).as('rules'),
    list<LinkRow>('to_json(p)', 'p.end_of_snip_at', sql`pig_run_passages p where p.run_id = pig_runs.id`).as('links'),
  ] as const;
}

const selectRuns = (reader: Reader) =>
  reader.db
    .selectFrom('pig_runs')
    .innerJoin('groups', 'groups.id', 'pig_runs.group_id')
    .leftJoin('run_spreads', 'run_spreads.group_id', 'pig_runs.group_id')
    .selectAll('pig_runs')
    .select(['groups.auto_link_distance_m', 'groups.auto_verify_minutes', 'run_spreads.spreads'])
    .select(selectTablesOfRun(reader.scope))
    .where(visibleRuns(reader.scope));

const wasActiveAt = (at: Date) => sql<SqlBool>`launch_at < ${at} and (completed_at is null or completed_at >= ${at})`;

async function listRows(
  reader: Reader,
  { active, at, runId, page = 1, rowsPerPage = 0 }: RunFilter,
): Promise<RunRow[]> {
  return selectRuns(reader)
    .$if(active !== undefined, (query) => query.where('completed_at', active ? 'is' : 'is not', null))
    .$if(at !== undefined, (query) => query.where(wasActiveAt(new Date(at ?? 0))))
    .$if(runId !== undefined, (query) => query.where('pig_runs.id', '=', runId ?? 0))
    .orderBy('launch_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .$if(rowsPerPage > 0, (query) => query.limit(rowsPerPage).offset((page - 1) * rowsPerPage))
    .execute();
}

async function assemble(reader: Reader, rows: readonly RunRow[]): Promise<Run[]> {
  const recorded = await listRecorded(reader, rows.flatMap(listLinkedKeys));
  return rows.map((row) => assembleRun(row, assemblePassages(row, recorded)));
}

/** Newest launch first. */
export async function listRuns(reader: Reader, filter: RunFilter): Promise<Run[]> {
  return assemble(reader, await listRows(reader, filter));
}

export async function findRun(reader: Reader, runId: number): Promise<Run | null> {
  const [run] = await assemble(reader, await selectRuns(reader).where('pig_runs.id', '=', runId).execute());
  return run ?? null;
}

export async function listActiveRunIds({ db, scope }: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('pig_runs')
    .select('id')
    .where('completed_at', 'is', null)
    .where(visibleRuns(scope))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The active runs of a company. */
export async function listActiveRunIdsOf({ db, scope }: Reader, groupId: CompanyId): Promise<number[]> {
  const rows = await db
    .selectFrom('pig_runs')
    .select('id')
    .where('completed_at', 'is', null)
    .where('group_id', '=', groupId)
    .where(visibleRuns(scope))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Filters to the runs that the reader may see. */
export async function listVisibleRunIds({ db, scope }: Reader, runIds: readonly number[]): Promise<number[]> {
  if (runIds.length === 0) return [];
  const rows = await db
    .selectFrom('pig_runs')
    .select('id')
    .where('id', 'in', runIds)
    .where(visibleRuns(scope))
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns null when the run does not exist or the reader may not see it. */
export async function findRevision(
  { db, scope }: Reader,
  runId: number,
): Promise<{ readonly groupId: number; readonly rev: number } | null> {
  const found = await db
    .selectFrom('pig_runs')
    .select(['group_id', 'rev'])
    .where('id', '=', runId)
    .where(visibleRuns(scope))
    .executeTakeFirst();
  return found ? { groupId: found.group_id, rev: found.rev } : null;
}

export async function findGroupOfRun(reader: Reader, runId: number): Promise<number | null> {
  return (await findRevision(reader, runId))?.groupId ?? null;
}

/** Ordered by id; deleted runs are left out. */
export async function findRuns(reader: Reader, runIds: readonly number[]): Promise<Run[]> {
  if (runIds.length === 0) return [];
  return assemble(reader, await selectRuns(reader).where('pig_runs.id', 'in', runIds).orderBy('pig_runs.id').execute());
}

/** A run to which a passage may belong. */
export interface RunToLink {
  readonly run: Run;
  /** The devices of its company that watch it. */
  readonly watching: ReadonlySet<number>;
  /** `passageKey` of the passages that users have decided about. */
  readonly decided: ReadonlySet<string>;
}

export interface LinkingState {
  readonly runs: readonly RunToLink[];
  readonly recorded: RecordedPassages;
}

const listUids = (from: RawBuilder<unknown>) => sql<number[]>`(select coalesce(json_agg(uid), '[]') from ${from})`;

/** The active runs that one of the devices watches, the runs that have one of the passages, and the passages' records. */
export async function readForLinking(
  reader: Reader,
  groupId: CompanyId,
  keys: readonly RecordedKey[],
): Promise<LinkingState> {
  const uids = writeArray([...new Set(keys.map(({ uid }) => uid))]);
  const ends = writeInstants(keys.map(({ endOfSnipAt }) => endOfSnipAt));
  const wanted = sql<number>`
    select w.run_id from pig_run_devices w join pig_runs r on r.id = w.run_id
    where w.uid = any(${uids}::bigint[]) and w.group_id = ${groupId} and r.completed_at is null
    union
    select p.run_id from pig_run_passages p
    join unnest(${writeArray(keys.map(({ uid }) => uid))}::bigint[], ${ends}::timestamptz[]) as key (uid, at)
      on p.uid = key.uid and p.end_of_snip_at = key.at`;
  const rows = await selectRuns(reader)
    .select([
      listUids(sql`pig_run_devices w where w.run_id = pig_runs.id and w.group_id = pig_runs.group_id`).as('watching'),
      sql<Array<{ uid: number; end: string }>>`(
        select coalesce(json_agg(json_build_object('uid', d.uid, 'end', d.end_of_snip_at)), '[]')
        from pig_run_decided_passages d where d.run_id = pig_runs.id)`.as('decided'),
    ])
    .where('pig_runs.group_id', '=', groupId)
    .where(sql<SqlBool>`pig_runs.id in (${wanted})`)
    .orderBy('pig_runs.id')
    .execute();
  const recorded = await listRecorded(reader, [...keys, ...rows.flatMap(listLinkedKeys)]);
  return {
    runs: rows.map(({ watching, decided, ...row }) => ({
      run: assembleRun(row, assemblePassages(row, recorded)),
      watching: new Set(watching),
      decided: new Set(decided.map(({ uid, end }) => deviceKey({ uid, endOfSnipAt: Date.parse(end) }))),
    })),
    recorded,
  };
}

export async function listActiveRunsOfDevice(
  reader: Reader,
  { uid, groupId }: { readonly uid: number; readonly groupId: number },
): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('pig_run_devices')
    .innerJoin('pig_runs', 'pig_runs.id', 'pig_run_devices.run_id')
    .select('pig_runs.id')
    .where('uid', '=', uid)
    .where('pig_run_devices.group_id', '=', groupId)
    .where('completed_at', 'is', null)
    .where(visibleRuns(reader.scope))
    .orderBy('pig_runs.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The company whose active runs each device watches; the database allows links only within the device's own company. */
export async function listWatching(reader: Reader, uids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  // A subquery in place of a join, because planning the join takes longer than everything else here.
  const { rows } = await sql<{ uid: number; group_id: number }>`
    select distinct uid, group_id from pig_run_devices w
    where uid = any(${writeArray(uids)}::bigint[])
      and (select r.completed_at is null from pig_runs r where r.id = w.run_id and r.group_id = w.group_id)`.execute(
    reader.db,
  );
  return new Map(rows.map(({ uid, group_id: groupId }) => [uid, groupId]));
}

/** Returns the company's run that has the passage of the device, or null. */
export async function findRunOfPassage(reader: Reader, key: RecordedKey): Promise<number | null> {
  return (await listRunsOfPassages(reader, [key])).get(deviceKey(key)) ?? null;
}

/** The runs that have passages of devices, by `passageKey`. */
export async function listRunsOfPassages(
  reader: Reader,
  keys: readonly RecordedKey[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const column = (read: (key: RecordedKey) => number) => writeArray(keys.map(read));
  const { rows } = await sql<{ uid: number; end_of_snip_at: Date; run_id: number }>`
    select p.uid, p.end_of_snip_at, p.run_id
    from unnest(${column(({ uid }) => uid)}::bigint[], ${writeInstants(keys.map(({ endOfSnipAt }) => endOfSnipAt))}::timestamptz[],
      ${column(({ groupId }) => groupId)}::bigint[]) as key (uid, end_of_snip_at, group_id)
    join pig_run_passages p using (uid, end_of_snip_at) join pig_runs r on r.id = p.run_id and r.group_id = key.group_id`.execute(
    reader.db,
  );
  return new Map(
    rows.map(({ uid, end_of_snip_at: end, run_id: runId }) => [deviceKey({ uid, endOfSnipAt: end.getTime() }), runId]),
  );
}

/** The values that changed fields had at a revision; null when revisions are missing. */
export async function findFieldsSince(reader: Reader, { runId, rev: newest }: Pick<Run, 'runId' | 'rev'>, rev: number) {
  const rows = await reader.db
    .selectFrom('pig_run_revisions')
    .select(['rev', 'before'])
    .where('run_id', '=', runId)
    .where('rev', '>', rev)
    .orderBy('rev', 'desc')
    .execute();
  // Rows run from new to old, so the oldest value of a field wins.
  return rows.length === newest - rev
    ? (Object.assign({}, ...rows.map(({ before }) => before)) as (typeof rows)[number]['before'])
    : null;
}

export async function hasActiveRunOnPath(reader: Reader, pathId: number): Promise<boolean> {
  const found = await reader.db
    .selectFrom('pig_runs')
    .select('id')
    .where('path_id', '=', pathId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function isPigInActiveRun(reader: Reader, groupId: number, pig: string): Promise<boolean> {
  const found = await reader.db
    .selectFrom('pig_runs')
    .select('id')
    .where('group_id', '=', groupId)
    .where(sql<SqlBool>`lower(pig) = lower(${pig})`)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The active runs with a notification rule for the user, who therefore receives their hub events. */
export async function listNotifyingRuns(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('pig_run_rules')
    .innerJoin('pig_runs', 'pig_runs.id', 'pig_run_rules.run_id')
    .select('pig_runs.id')
    .where('user_id', '=', userId)
    .where('completed_at', 'is', null)
    .where(inCompany(reader.scope, 'pig_runs.group_id'))
    .orderBy('pig_runs.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The devices of the runs that notify the user, without those that have left the company. */
export async function listNotifyingUids(reader: Reader, userId: number): Promise<number[]> {
  const runIds = await listNotifyingRuns(reader, userId);
  if (runIds.length === 0) return [];
  const rows = await reader.db
    .selectFrom('pig_run_devices')
    .select('uid')
    .distinct()
    .where('run_id', 'in', runIds)
    .where('group_id', 'is not', null)
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}
