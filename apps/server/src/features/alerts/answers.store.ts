import { severityOf } from '@waymark/domain/alert/alert-kind';
import type { CompanyId, RunId, UserId } from '@waymark/domain/ids';
import type { AnswerBy, MessageMedium } from '@waymark/domain/words/write-message';
import { sql } from 'kysely';
import { hashToken, makeToken } from '../../platform/crypto/random-token.ts';
import type { Change } from '../../platform/database/change.ts';
import type { StoredAlert } from './stored-life.ts';

const VALID_H = 24;

export type AnswerableAlert = Pick<StoredAlert, 'id' | 'count' | 'kind'>;

interface NewAnswer {
  readonly userId: UserId;
  readonly groupId: CompanyId;
  readonly medium: MessageMedium;
  readonly alerts: readonly AnswerableAlert[];
}

export interface AddedAnswer {
  readonly by: AnswerBy;
  /** The outbox makes the link of this answer when it sends the message; a number stands in the text itself. */
  readonly answerId: number | undefined;
}

const isDemand = ({ kind }: AnswerableAlert) => severityOf(kind) !== 'notice';

/** Lets a user acknowledge alerts from a message about them. Undefined: there is nothing to acknowledge. */
export async function addAnswer(
  change: Change,
  { userId, groupId, medium, alerts }: NewAnswer,
): Promise<AddedAnswer | undefined> {
  const demands = alerts.filter(isDemand);
  if (demands.length === 0) return undefined;
  const number = medium === 'sms' ? sql`nextval('alert_answer_numbers')::integer` : sql`null::integer`;
  const { rows } = await sql<{ id: number; number: number | null }>`
    insert into alert_answers (group_id, user_id, epoch, number, expires_at)
    select group_id, id, link_epoch, ${number}, now() + make_interval(hours => ${VALID_H})
    from users where id = ${userId} and group_id = ${groupId} returning id, number`.execute(change.db);
  const [added] = rows;
  if (!added) return undefined;
  await change.db
    .insertInto('alert_answer_alerts')
    .values(demands.map(({ id, count }) => ({ answer_id: added.id, alert_id: id, group_id: groupId, raise: count })))
    .execute();
  return added.number === null
    ? { by: { by: 'link' }, answerId: added.id }
    : { by: { by: 'number', number: added.number }, answerId: undefined };
}

/** Makes the token of a message's link and ends that of an earlier attempt. null: user or alerts are gone or changed. */
export async function makeAnswerToken(change: Change, answerId: number): Promise<string | null> {
  const token = makeToken();
  const { rows } = await sql`update alert_answers answer set hash = ${hashToken(token)}
    from users
    where answer.id = ${answerId} and users.id = answer.user_id and users.link_epoch = answer.epoch
      and answer.expires_at > now()
    returning answer.id`.execute(change.db);
  return rows.length === 0 ? null : token;
}

/** The alerts of a run that are not closed, or those of the links of a company (`runId` null), by cause. */
export async function listAnswerable(
  { db }: Change,
  groupId: CompanyId,
  runId: RunId | null,
): Promise<ReadonlyMap<string, AnswerableAlert>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'count', 'kind', 'cause'])
    .where('group_id', '=', groupId)
    .where('run_id', runId === null ? 'is' : '=', runId)
    .where('closed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ cause, ...alert }) => [cause, alert]));
}

export async function markUsed(change: Change, answerId: number): Promise<void> {
  await change.db
    .updateTable('alert_answers')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', answerId)
    .execute();
}

/** A user who leaves the company answers for its alerts no longer. */
export async function deleteAnswersOfUser(change: Change, { userId }: { readonly userId: UserId }): Promise<void> {
  await change.db.deleteFrom('alert_answers').where('user_id', '=', userId).execute();
}

export async function deleteExpiredAnswers(change: Change): Promise<void> {
  await change.db
    .deleteFrom('alert_answers')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
