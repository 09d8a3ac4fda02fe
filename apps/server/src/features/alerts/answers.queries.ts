import { isSamePhone, toPhoneDigits } from '@waymark/domain/account/phone';
import type { Zone } from '@waymark/domain/time/zone';
import { sql } from 'kysely';
import { hashToken } from '../../platform/crypto/random-token.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { StoredAlert } from './stored-life.ts';

/** Digits at the end by which phones are looked up before they are compared. */
const ENDING = 6;

/** Answers that have not ended, with the user they were made for. */
function select({ db }: Reader) {
  return db
    .selectFrom('alert_answers as answer')
    .innerJoin('users', 'users.id', 'answer.user_id')
    .select(['answer.id', 'answer.number', 'answer.used_at as usedAt', 'answer.group_id as groupId'])
    .select(['users.id as userId', 'users.name', 'users.phone'])
    .whereRef('answer.epoch', '=', 'users.link_epoch')
    .where('answer.expires_at', '>', sql<Date>`now()`);
}

export type Answer = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export function findAnswerOfLink(reader: Reader, token: string): Promise<Answer | undefined> {
  return select(reader).where('answer.hash', '=', hashToken(token)).executeTakeFirst();
}

/** Locks an answer until the change ends, so that one of two clicks acknowledges. */
export function lockAnswer(reader: Reader, id: number): Promise<Answer | undefined> {
  return select(reader).where('answer.id', '=', id).forUpdate('answer').executeTakeFirst();
}

interface Phone {
  readonly phone: string;
  /** The country whose code users may leave out. */
  readonly countryCode: string;
}

/** The answers by text message that the users of a phone can give now, the newest first. */
export async function listAnswersOfPhone(reader: Reader, { phone, countryCode }: Phone): Promise<readonly Answer[]> {
  const rows = await select(reader)
    .where('answer.number', 'is not', null)
    .where(
      sql<boolean>`right(regexp_replace(users.phone, '[^0-9]', '', 'g'), ${ENDING}::int) = ${phone.slice(-ENDING)}`,
    )
    .orderBy('answer.id', 'desc')
    .execute();
  return rows.filter((row) => isSamePhone(toPhoneDigits(row.phone), phone, countryCode));
}

/** An alert of an answer, with what its page says of the run. */
export type AnsweredAlert = StoredAlert & {
  /** The count of the alert in the message. */
  readonly raise: number;
  readonly pig: string | null;
  readonly run_name: string | null;
  readonly time_zone: Zone | null;
};

export function listAlertsOfAnswer({ db }: Reader, answerId: number): Promise<AnsweredAlert[]> {
  return db
    .selectFrom('alert_answer_alerts as part')
    .innerJoin('alerts', 'alerts.id', 'part.alert_id')
    .leftJoin('pig_runs', 'pig_runs.id', 'alerts.run_id')
    .selectAll('alerts')
    .select(['part.raise', 'pig_runs.pig', 'pig_runs.time_zone'])
    .select(sql<string | null>`pig_runs.path ->> 'name'`.as('run_name'))
    .where('part.answer_id', '=', answerId)
    .orderBy('alerts.id')
    .execute();
}
