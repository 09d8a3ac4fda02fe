import { markNotified } from '@waymark/domain/alert/alert-life';
import type { UserId } from '@waymark/domain/ids';
import { sql, type SqlBool } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { storeLife, storeSteps, type Step } from './alerts.store.ts';
import type { FailedMessage } from './escalations.queries.ts';
import { readLife, type StoredAlert } from './stored-life.ts';

/** Locks those of the alerts that no user has acknowledged and whose cause holds; returns their ids. */
export async function lockWaiting(change: Change, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await change.db
    .selectFrom('alerts')
    .select('id')
    .where(sql<SqlBool>`id = any(${writeArray(ids)}::bigint[])`)
    .where('acknowledged_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A step as it is taken. */
export interface EscalationTaken {
  readonly alert: StoredAlert;
  readonly step: number;
  /** Names of those who get it, for the history. */
  readonly text: string;
  /** No user could be named: the next step comes at once. */
  readonly hasFailed: boolean;
  readonly messages: ReadonlyArray<{
    readonly userId: UserId;
    readonly medium: 'mail' | 'sms' | 'push';
    readonly dedupeKey: string;
  }>;
}

const STORED_AT_ONCE = 500;

function cut<Each>(all: readonly Each[], size: number): Each[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

const keyOf = ({ alert, step }: EscalationTaken) => ({
  alert_id: alert.id,
  group_id: alert.group_id,
  raise: alert.count,
  step,
});

/** Stores steps with their messages, history and audit. The key refuses a step that was taken before. */
export async function storeEscalations(change: Change, taken: readonly EscalationTaken[], now: number): Promise<void> {
  const at = new Date(now);
  const steps: Step[] = [];
  for (const some of cut(taken, STORED_AT_ONCE)) {
    await change.db
      .insertInto('alert_escalations')
      .values(some.map((each) => ({ ...keyOf(each), at, failed_at: each.hasFailed ? at : null })))
      .execute();
    const messages = some.flatMap((each) =>
      each.messages.map(({ userId, medium, dedupeKey }) => ({
        ...keyOf(each),
        user_id: userId,
        medium,
        dedupe_key: dedupeKey,
        at,
      })),
    );
    for (const rows of cut(messages, STORED_AT_ONCE))
      await change.db.insertInto('alert_escalation_messages').values(rows).execute();
  }
  for (const { alert, text, hasFailed, messages } of taken) {
    const life = readLife(alert);
    // The mails about links go by whether their alert was notified.
    const isTold = messages.length > 0 && alert.run_id !== null;
    await storeLife(change, alert.id, isTold ? markNotified(life, now) : life, now);
    steps.push({ alert, step: hasFailed ? 'escalation-failed' : 'escalated', text });
  }
  await storeSteps(change, steps, now);
}

const MEDIUM_WORDS = { mail: 'e-mail', sms: 'text message', push: 'push' } as const;

/** Notes messages that could not be delivered in the history of their alerts: the next step is due. */
export async function noteFailures(change: Change, failed: readonly FailedMessage[], now: number): Promise<void> {
  if (failed.length === 0) return;
  const at = new Date(now);
  await change.db
    .updateTable('alert_escalation_messages')
    .set({ failed_at: at })
    .where(
      'id',
      'in',
      failed.map(({ id }) => id),
    )
    .execute();
  const alerts = await change.db
    .selectFrom('alerts')
    .selectAll()
    .where(
      'id',
      'in',
      failed.map(({ alertId }) => alertId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const steps: Step[] = [];
  for (const { alertId, raise, step, medium, name } of failed) {
    await change.db
      .updateTable('alert_escalations')
      .set({ failed_at: at })
      .where('alert_id', '=', alertId)
      .where('raise', '=', raise)
      .where('step', '=', step)
      .execute();
    const alert = alerts.find(({ id }) => id === alertId);
    if (alert)
      steps.push({ alert, step: 'escalation-failed', text: `${name ?? 'A former user'}: ${MEDIUM_WORDS[medium]}` });
  }
  await storeSteps(change, steps, now);
}
