import type { SilenceRow } from '@waymark/contract/alerts/silence-row';
import type { Silence } from '@waymark/domain/alert/silence';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type Expression, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { inCompany, type Scope } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

const MOST_SILENCES = 500;

const toText = (at: Date) => formatUtcSecond(at.getTime());

/** A viewer sees a silence whose path and AGM, where it names them, are those of the viewer's active runs. */
const isSeenBy = (userId: RawBuilder<unknown>): Expression<SqlBool> => sql<SqlBool>`
  (silences.path_id is null or exists (
    select from pig_run_rules rule join pig_runs run on run.id = rule.run_id
    where run.path_id = silences.path_id and run.completed_at is null and rule.user_id = ${userId}))
  and (silences.uid is null or exists (
    select from device_followers f where f.uid = silences.uid and f.user_id = ${userId}))`;

function visibleSilences(scope: Scope): Expression<SqlBool> {
  const company = inCompany(scope, 'silences.group_id');
  return scope.kind === 'viewer' ? sql<SqlBool>`${company} and ${isSeenBy(sql`${scope.userId}`)}` : company;
}

/** The viewers who see the silence. */
export async function listViewersOf({ db, scope }: Reader, id: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom('silences')
    .innerJoin('users', 'users.group_id', 'silences.group_id')
    .select('users.id')
    .where('silences.id', '=', id)
    .where('users.role', '=', 'viewer')
    .where(inCompany(scope, 'silences.group_id'))
    .where(isSeenBy(sql.ref('users.id')))
    .execute();
  return rows.map((user) => user.id);
}

function select({ db, scope }: Reader) {
  return db
    .selectFrom('silences')
    .leftJoin('pig_paths', 'pig_paths.id', 'silences.path_id')
    .selectAll('silences')
    .select('pig_paths.name as path_name')
    .where(visibleSilences(scope));
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const writeSilence = (row: Row): SilenceRow => ({
  id: row.id,
  groupId: row.group_id,
  pathId: row.path_id,
  markerName: row.marker_name,
  uid: row.uid,
  kind: row.kind,
  pathName: row.path_name,
  from: toText(row.from_at),
  until: toText(row.until_at),
  reason: row.reason,
  addedBy: row.added_name,
  endedBy: row.ended_name,
});

/** Current ones and those to come, the next to end first. */
export async function listSilences(reader: Reader, now: number): Promise<SilenceRow[]> {
  const rows = await select(reader)
    .where('until_at', '>', new Date(now))
    .orderBy('until_at')
    .orderBy('silences.id')
    .limit(MOST_SILENCES)
    .execute();
  return rows.map(writeSilence);
}

export async function findSilenceRow(reader: Reader, id: number): Promise<SilenceRow | null> {
  const row = await select(reader).where('silences.id', '=', id).executeTakeFirst();
  return row ? writeSilence(row) : null;
}

const readSilence = (row: Selectable<Tables['silences']>): Silence => ({
  groupId: row.group_id,
  pathId: row.path_id,
  markerName: row.marker_name,
  uid: row.uid,
  kind: row.kind,
  fromAt: row.from_at.getTime(),
  untilAt: row.until_at.getTime(),
});

/** The silences of companies that count now, or have counted since. */
export async function listSilencesSince(
  { db, scope }: Reader,
  groupIds: readonly CompanyId[],
  since: number,
): Promise<Silence[]> {
  if (groupIds.length === 0) return [];
  const rows = await db
    .selectFrom('silences')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .where(inCompany(scope, 'silences.group_id'))
    .where('until_at', '>', new Date(since))
    .execute();
  return rows.map(readSilence);
}

/** The silences that count now, for the check of the runs. */
export async function listCurrentSilences({ db }: Reader, now: number): Promise<Silence[]> {
  const at = new Date(now);
  const rows = await db
    .selectFrom('silences')
    .selectAll()
    .where('from_at', '<=', at)
    .where('until_at', '>', at)
    .execute();
  return rows.map(readSilence);
}
