import { severityOf, ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import {
  chooseRecipients,
  findNextStep,
  type AdminsReason,
  type EscalationMedium,
  type TakenStep,
} from '@waymark/domain/alert/escalation';
import type { Place } from '@waymark/domain/geo/great-circle';
import type { CompanyId, PathId, UserId } from '@waymark/domain/ids';
import { findOnCall } from '@waymark/domain/on-call/roster';
import type { Zone } from '@waymark/domain/time/zone';
import { sql, type SqlBool } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { findSteps, readOnCallPlans, type OnCallPlan } from '../on-call/on-call.queries.ts';
import { listSilencesSince } from '../silences/silences.queries.ts';
import type { Person } from '../users/recipients.queries.ts';
import { readLife, type StoredAlert } from './stored-life.ts';

/** An alert with the path of its run. */
export type EscalatableAlert = StoredAlert & { readonly path_id: PathId | null };

export interface PlannedRecipient {
  readonly person: Person;
  readonly media: readonly EscalationMedium[];
  readonly isOnCall: boolean;
}

/** The next step of an alert, and who gets it then. */
export interface PlannedStep {
  readonly step: number;
  /** UTC milliseconds. In the past: it is due. */
  readonly at: number;
  readonly recipients: readonly PlannedRecipient[];
  readonly reason: AdminsReason | null;
}

const DEMANDS = ALERT_KINDS.filter((kind) => severityOf(kind) !== 'notice');

const isWaiting = (alert: StoredAlert) =>
  alert.acknowledged_at === null && alert.ended_at === null && alert.closed_at === null;

/** The steps taken since each alert was raised last. */
async function listTaken({ db }: Reader, alerts: readonly StoredAlert[]): Promise<ReadonlyMap<number, TakenStep[]>> {
  if (alerts.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_escalations as taken')
    .innerJoin('alerts', (join) => join.onRef('alerts.id', '=', 'alert_id').onRef('alerts.count', '=', 'raise'))
    .select(['alert_id', 'step', 'at', 'failed_at'])
    .where(sql<SqlBool>`alert_id = any(${writeArray(alerts.map(({ id }) => id))}::bigint[])`)
    .execute();
  const byAlert = Map.groupBy(rows, ({ alert_id: id }) => id);
  return new Map(
    [...byAlert].map(([id, taken]) => [
      id,
      taken.map(({ step, at, failed_at: failedAt }) => ({ step, takenAt: at.getTime(), hasFailed: failedAt !== null })),
    ]),
  );
}

function findPeople(
  plan: OnCallPlan,
  step: Parameters<typeof chooseRecipients>[0],
  onCall: UserId | null,
): Pick<PlannedStep, 'recipients' | 'reason'> {
  const { to, reason } = chooseRecipients(step, onCall, plan.people);
  const recipients = to.flatMap(({ userId, media }) => {
    const person = plan.people.find((each) => each.userId === userId);
    return person ? [{ person, media, isOnCall: step.onCall && userId === onCall }] : [];
  });
  return { recipients, reason };
}

/** The next steps of those of the alerts that are escalated further, by id. */
export async function planEscalations(
  reader: Reader,
  alerts: readonly EscalatableAlert[],
  now: number,
): Promise<ReadonlyMap<number, PlannedStep>> {
  const waiting = alerts.filter(isWaiting);
  const groupIds = [...new Set(waiting.map(({ group_id: groupId }) => groupId))];
  const plans = await readOnCallPlans(reader, groupIds, now);
  if (plans.size === 0) return new Map();
  const raisedFirst = Math.min(...waiting.map(({ last_raised_at: at }) => at.getTime()));
  const silences = await listSilencesSince(reader, [...plans.keys()], raisedFirst);
  const taken = await listTaken(reader, waiting);
  const planned = new Map<number, PlannedStep>();
  for (const alert of waiting) {
    const plan = plans.get(alert.group_id);
    if (!plan) continue;
    const { path_id: pathId, group_id: groupId, marker_name: markerName, uid } = alert;
    const steps = findSteps(plan, pathId);
    const life = { ...readLife(alert), groupId, pathId, markerName, uid };
    const next = findNextStep(steps, life, taken.get(alert.id) ?? [], silences, now);
    const step = next && steps[next.step];
    if (!step) continue;
    const onCall = step.onCall ? findOnCall(plan.roster, Math.max(next.at, now)) : null;
    planned.set(alert.id, { ...next, ...findPeople(plan, step, onCall) });
  }
  return planned;
}

/**
 * Alerts whose next step may be due, oldest first: its minutes are over, or the step before could not be delivered.
 * An alert that is silenced now is none of them.
 */
export async function listMaybeDue({ db }: Reader, now: number, groupId?: CompanyId): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select alert.id
    from alerts alert
    left join pig_runs run on run.id = alert.run_id
    left join escalation_policies own on own.group_id = alert.group_id and own.path_id = run.path_id
    left join escalation_policies shared on shared.group_id = alert.group_id and shared.path_id is null
    left join lateral (
      select step + 1 as next, failed_at from alert_escalations
      where alert_id = alert.id and raise = alert.count order by step desc limit 1) taken on true
    cross join lateral (select coalesce(own.steps, shared.steps) -> coalesce(taken.next, 0) as step) following
    where alert.closed_at is null and alert.ended_at is null and alert.acknowledged_at is null
      and (own.id is not null or shared.id is not null)
      and alert.kind = any(${DEMANDS}::text[])
      and following.step is not null
      and (taken.failed_at is not null or alert.last_raised_at
        + make_interval(mins => (following.step ->> 'afterMinutes')::int) <= ${new Date(now)})
      and (${groupId ?? null}::bigint is null or alert.group_id = ${groupId ?? null})
      and not exists (
        select from silences silence
        where silence.group_id = alert.group_id
          and silence.from_at <= ${new Date(now)} and silence.until_at > ${new Date(now)}
          and (silence.path_id is null or silence.path_id = run.path_id)
          and (silence.marker_name is null or silence.marker_name = alert.marker_name)
          and (silence.uid is null or silence.uid = alert.uid)
          and (silence.kind is null or silence.kind = alert.kind))
    order by alert.last_raised_at, alert.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** An alert with what a message says of its run. */
export type DueAlert = EscalatableAlert & {
  readonly pig: string | null;
  readonly run_name: string | null;
  readonly time_zone: Zone | null;
  /** Of its marker; null: not known. */
  readonly place: Place | null;
};

export async function listDueAlerts({ db }: Reader, ids: readonly number[]): Promise<DueAlert[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('alerts')
    .leftJoin('pig_runs', 'pig_runs.id', 'alerts.run_id')
    .selectAll('alerts')
    .select(['pig_runs.path_id', 'pig_runs.pig', 'pig_runs.time_zone'])
    .select(sql<string | null>`pig_runs.path ->> 'name'`.as('run_name'))
    .select(
      sql<Place | null>`(select jsonb_build_object('lat', m.marker -> 'lat', 'lon', m.marker -> 'lon')
        from pig_run_markers m where m.run_id = alerts.run_id and m.name = alerts.marker_name limit 1)`.as('place'),
    )
    .where(sql<SqlBool>`alerts.id = any(${writeArray(ids)}::bigint[])`)
    .orderBy('alerts.id')
    .execute();
}

/** A message of a step that could not be delivered and is not noted yet. */
export interface FailedMessage {
  readonly id: number;
  readonly alertId: number;
  readonly groupId: CompanyId;
  readonly raise: number;
  readonly step: number;
  readonly medium: 'mail' | 'sms' | 'push';
  readonly name: string | null;
}

export async function listFailedMessages({ db }: Reader, groupId?: CompanyId): Promise<FailedMessage[]> {
  return db
    .selectFrom('outbox')
    .innerJoin('alert_escalation_messages as message', 'message.dedupe_key', 'outbox.dedupe_key')
    .innerJoin('alerts', 'alerts.id', 'message.alert_id')
    .leftJoin('users', 'users.id', 'message.user_id')
    .select(['message.id', 'message.alert_id as alertId', 'message.raise', 'message.step', 'message.medium'])
    .select(['alerts.group_id as groupId', 'users.name'])
    .where('outbox.status', '=', sql.lit('dead'))
    .where('message.failed_at', 'is', null)
    .$if(groupId !== undefined, (query) => query.where('alerts.group_id', '=', groupId ?? 0))
    .orderBy('message.id')
    .execute();
}

/** How many messages of escalations users got since; alerts that share a message count once. */
export async function countEscalationMessages(
  { db }: Reader,
  userIds: readonly UserId[],
  since: number,
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_escalation_messages')
    .select('user_id')
    .select(sql<number>`count(distinct dedupe_key)::int`.as('messages'))
    .where('user_id', 'in', userIds)
    .where('at', '>', new Date(since))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id: userId, messages }) => [userId, messages]));
}
