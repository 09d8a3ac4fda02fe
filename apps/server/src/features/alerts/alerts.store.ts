import type { AlertStep } from '@waymark/contract/alerts/alert-row';
import type { CauseWords } from '@waymark/domain/alert/cause-words';
import type { AlertLife } from '@waymark/domain/alert/alert-life';
import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany, systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { listAlertsById } from './alerts.queries.ts';
import { writeLife, type StoredAlert } from './stored-life.ts';

/** The subject of alerts: a run, or the links of a company. */
export interface Subject {
  readonly groupId: CompanyId;
  readonly runId: RunId | null;
}

/** A cause as an alert keeps it. */
export interface AlertCause extends CauseWords {
  readonly key: string;
  readonly kind: StoredAlert['kind'];
  readonly markerName: string | null;
  readonly uid: Uid | null;
}

/** A step in the life of an alert, for its history and the audit. */
export interface Step {
  readonly alert: Pick<StoredAlert, 'id' | 'group_id' | 'run_id' | 'cause'>;
  readonly step: AlertStep;
  readonly text: string;
  /** The words of the cause that begins. */
  readonly cause?: CauseWords;
}

const nameSubject = ({ runId }: Subject) => (runId === null ? 'company' : `run ${runId}`);

/** The alerts of a subject that are not closed, locked until the change ends. */
export function lockOpenAlerts(change: Change, subject: Subject): Promise<StoredAlert[]> {
  return change.db
    .selectFrom('alerts')
    .selectAll()
    .where('group_id', '=', subject.groupId)
    .where('subject', '=', nameSubject(subject))
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The alerts of the caller's company, locked until the change ends; ids of others are left out. */
export function lockAlerts(change: Change, ids: readonly number[]): Promise<StoredAlert[]> {
  return change.db
    .selectFrom('alerts')
    .selectAll()
    .where('id', 'in', ids)
    .where(inCompany(change.scope, 'alerts.group_id'))
    .orderBy('id')
    .forUpdate()
    .execute();
}

const writeCause = ({ key, kind, markerName, uid, words, translations }: AlertCause) => ({
  cause: key,
  kind,
  marker_name: markerName,
  uid,
  words_us: words.us,
  words_metric: words.metric,
  translations: JSON.stringify(translations),
});

export function addAlert(
  change: Change,
  subject: Subject,
  cause: AlertCause,
  life: AlertLife,
  now: number,
): Promise<StoredAlert> {
  return change.db
    .insertInto('alerts')
    .values({
      group_id: subject.groupId,
      run_id: subject.runId,
      subject: nameSubject(subject),
      ...writeCause(cause),
      ...writeLife(life),
      changed_at: new Date(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the life of an alert, and its cause where it began again. */
export async function storeLife(
  change: Change,
  id: number,
  life: AlertLife,
  now: number,
  cause: AlertCause | null = null,
): Promise<void> {
  await change.db
    .updateTable('alerts')
    .set({ ...(cause && writeCause(cause)), ...writeLife(life), changed_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

/** Adds steps to history and audit, and pushes the alerts to consoles. */
export async function storeSteps(change: Change, steps: readonly Step[], now: number): Promise<void> {
  if (steps.length === 0) return;
  const { userId, userName } = change.origin;
  const rows = await change.db
    .insertInto('alert_events')
    .values(
      steps.map(({ alert, step, text }) => ({
        alert_id: alert.id,
        group_id: alert.group_id,
        at: new Date(now),
        step,
        user_id: userId,
        user_name: userId === null ? null : userName,
        text,
      })),
    )
    .returning('id')
    .execute();
  const began = steps.flatMap(({ alert, cause }, at) => {
    const stepId = rows[at]?.id;
    if (!cause || stepId === undefined) return [];
    return [{ step_id: stepId, group_id: alert.group_id, at: new Date(now), words: JSON.stringify(cause) }];
  });
  if (began.length > 0) await change.db.insertInto('alert_words').values(began).execute();
  await change.auditAll(
    steps.map(({ alert, step, text, cause }, at) => ({
      action: `alert-${step}`,
      objectType: 'alert',
      objectId: alert.id,
      groupId: alert.group_id,
      after: {
        cause: alert.cause,
        ...(alert.run_id !== null && { runId: alert.run_id }),
        text,
        ...(cause && { stepId: rows[at]?.id }),
      },
    })),
  );
  await change.raise('alerts-changed', {
    steps: steps.map(({ alert, step }) => ({ alertId: alert.id, groupId: alert.group_id, step })),
    at: now,
  });
  await pushAlerts(
    change,
    steps.map(({ alert }) => alert.id),
  );
}

async function pushAlerts(change: Change, ids: readonly number[]): Promise<void> {
  const rows = await listAlertsById({ db: change.db, scope: systemScope('alerts') }, [...new Set(ids)]);
  for (const row of rows) {
    const { groupId, runId } = row;
    if (runId === null) change.push('ReceiveCompanyAlert', { groupId }, row);
    else change.push('ReceiveAlert', { groupId, runId }, row);
  }
}

export async function setAssigned(change: Change, id: number, userId: UserId | null, now: number): Promise<void> {
  await change.db
    .updateTable('alerts')
    .set({ assigned_to: userId, changed_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

/** A user who leaves the company has none of its alerts. */
export async function unassignUser(change: Change, { userId }: { readonly userId: UserId }): Promise<void> {
  await change.db.updateTable('alerts').set({ assigned_to: null }).where('assigned_to', '=', userId).execute();
}

export async function storeVisit(change: Change, userId: UserId, now: number): Promise<void> {
  const at = new Date(now);
  await change.db
    .insertInto('alert_visits')
    .values({ user_id: userId, at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ at }))
    .execute();
}

const DELETED_AT_ONCE = 2000;

/** Deletes closed alerts, and words of causes that began before. Returns whether there may be more. */
export async function deleteOldAlerts(change: Change, oldest: Date): Promise<boolean> {
  const alerts = await sql`delete from alerts where id in (
    select id from alerts where closed_at < ${oldest} limit ${sql.lit(DELETED_AT_ONCE)})`.execute(change.db);
  const words = await sql`delete from alert_words where step_id in (
    select step_id from alert_words where at < ${oldest} limit ${sql.lit(DELETED_AT_ONCE)})`.execute(change.db);
  return [alerts, words].some(({ numAffectedRows }) => Number(numAffectedRows ?? 0) === DELETED_AT_ONCE);
}
