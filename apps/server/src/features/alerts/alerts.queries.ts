import { MOST_ALERTS } from '@waymark/contract/routes/alerts';
import type { AlertEvent, AlertRow } from '@waymark/contract/alerts/alert-row';
import type { CauseWords } from '@waymark/domain/alert/cause-words';
import type { RunId, UserId } from '@waymark/domain/ids';
import type { AlertLimits } from '@waymark/domain/run/alerts/alerts';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { inCompany, type Scope } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { planEscalations, type PlannedStep } from './escalations.queries.ts';
import { writeAlert, type NamedAlert } from './stored-life.ts';

const MOST_EVENTS = 500;

/** All alerts of the company; viewers see those of the active runs that notify them, as they see the runs. */
function visibleAlerts(scope: Scope): Expression<SqlBool> {
  const company = inCompany(scope, 'alerts.group_id');
  if (scope.kind !== 'viewer') return company;
  return sql<SqlBool>`${company} and exists (
    select from pig_run_rules rule join pig_runs run on run.id = rule.run_id
    where rule.run_id = alerts.run_id and rule.user_id = ${scope.userId} and run.completed_at is null)`;
}

const select = ({ db, scope }: Reader) =>
  db
    .selectFrom('alerts')
    .leftJoin('pig_runs', 'pig_runs.id', 'alerts.run_id')
    .leftJoin('users', 'users.id', 'alerts.assigned_to')
    .selectAll('alerts')
    .select(['pig_runs.pig', 'pig_runs.path_id', 'users.name as assigned_name'])
    .select(sql<string | null>`pig_runs.path ->> 'name'`.as('run_name'))
    .where(visibleAlerts(scope));

/** The next step of an escalation is that of this moment: rosters and silences change it. */
async function writeAlerts(reader: Reader, rows: readonly NamedAlert[]): Promise<AlertRow[]> {
  const planned = await planEscalations(reader, rows, Date.now());
  return rows.map((row) => writeAlert(row, writeNext(planned.get(row.id) ?? null)));
}

const writeNext = (planned: PlannedStep | null): AlertRow['nextEscalation'] =>
  planned && {
    at: formatUtcSecond(planned.at),
    to: planned.recipients.map(({ person }) => person.name),
    reason: planned.reason,
  };

/** Lists the alerts that are not closed, newest first. */
export async function listOpenAlerts(reader: Reader): Promise<{ readonly alerts: AlertRow[]; readonly total: number }> {
  const rows = await select(reader)
    .where('closed_at', 'is', null)
    .orderBy('last_raised_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(MOST_ALERTS)
    .execute();
  const total = rows.length < MOST_ALERTS ? rows.length : await countOpenAlerts(reader);
  return { alerts: await writeAlerts(reader, rows), total };
}

async function countOpenAlerts({ db, scope }: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('alerts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('closed_at', 'is', null)
    .where(visibleAlerts(scope))
    .executeTakeFirstOrThrow();
  return count;
}

interface ClosedPage {
  readonly before?: string | undefined;
  readonly rowsPerPage: number;
}

/** The last closed first. */
export async function listClosedAlerts(reader: Reader, { before, rowsPerPage }: ClosedPage) {
  const [at = 0, id = 0] = (before ?? '').split('.').map(Number);
  const rows = await select(reader)
    .where('closed_at', 'is not', null)
    .$if(before !== undefined, (query) =>
      query.where(sql<SqlBool>`(closed_at, alerts.id) < (${new Date(at)}::timestamptz, ${id}::bigint)`),
    )
    .orderBy('closed_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(rowsPerPage + 1)
    .execute();
  const shown = rows.slice(0, rowsPerPage);
  const last = shown.at(-1);
  const next = last && rows.length > rowsPerPage ? `${last.closed_at?.getTime() ?? 0}.${last.id}` : null;
  return { alerts: await writeAlerts(reader, shown), next };
}

export async function listAlertsOfRun(reader: Reader, runId: RunId): Promise<AlertRow[]> {
  const rows = await select(reader)
    .where('alerts.run_id', '=', runId)
    .orderBy('raised_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(MOST_ALERTS)
    .execute();
  return writeAlerts(reader, rows);
}

export async function listAlertsSince(reader: Reader, userId: UserId) {
  const visit = await reader.db
    .selectFrom('alert_visits')
    .select('at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const rows = await select(reader)
    .$if(visit !== undefined, (query) => query.where('changed_at', '>', visit?.at ?? new Date(0)))
    .orderBy('changed_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(MOST_ALERTS)
    .execute();
  return { since: visit ? formatUtcSecond(visit.at.getTime()) : null, alerts: await writeAlerts(reader, rows) };
}

export async function listAlertsById(reader: Reader, ids: readonly number[]): Promise<AlertRow[]> {
  if (ids.length === 0) return [];
  const rows = await select(reader).where('alerts.id', 'in', ids).orderBy('alerts.id').execute();
  return writeAlerts(reader, rows);
}

/** Oldest first; of a long history the newest steps. */
export async function listAlertEvents({ db }: Reader, alertId: number): Promise<AlertEvent[]> {
  const rows = await db
    .selectFrom('alert_events')
    .selectAll()
    .where('alert_id', '=', alertId)
    .orderBy('id', 'desc')
    .limit(MOST_EVENTS)
    .execute();
  return rows.toReversed().map(({ at, step, user_name: userName, text }) => ({
    at: formatUtcSecond(at.getTime()),
    step,
    userName,
    text,
  }));
}

/** The words of causes for every reader, by the step with which they began. */
export async function listStepWords(
  { db, scope }: Reader,
  stepIds: readonly number[],
): Promise<ReadonlyMap<number, CauseWords>> {
  if (stepIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_words')
    .select(['step_id', 'words'])
    .where('step_id', 'in', stepIds)
    .where(inCompany(scope, 'alert_words.group_id'))
    .execute();
  return new Map(rows.map(({ step_id, words }) => [step_id, words]));
}

export async function readLimits({ db }: Reader, { groupId }: Actor): Promise<AlertLimits> {
  if (groupId === null) throw problem('forbidden');
  return db
    .selectFrom('groups')
    .select(['alert_unheard_minutes as unheardMinutes', 'alert_waiting_minutes as waitingMinutes'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
}
