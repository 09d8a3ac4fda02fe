import type { CompanyId, RunId, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { requestSending, SEND_KEY } from './outbox.job.ts';
import type { Medium } from './outbox.tables.ts';

const REQUEUED_AT_ONCE = 1000;
const DELETED_AT_ONCE = 2000;
export const EXPIRED_TEXT = 'it was not sent in time: the link in it would have ended';

/** The messages that this node can send. */
export interface Sendable {
  readonly media: readonly Medium[];
  /** Whether the node can send mails with a link, even without a mail transport. */
  readonly links: boolean;
}

const isSendable = ({ media, links }: Sendable) =>
  sql<boolean>`(medium = any(${media}::text[]) or (${links}::boolean and link_h is not null))`;

const isExpired = sql<boolean>`coalesce(expires_at <= now(), false)`;

/** A password link that is made when its mail is sent: the outbox stores none. */
export interface MailedLink {
  readonly userId: UserId;
  /** The mail is not sent once the account has changed. */
  readonly epoch: number;
  /** Hours. A mail older than this is not sent. */
  readonly validH: number;
}

/** A text message goes to a user who has opted in, a push to the browsers of a user. */
type Recipient =
  | { readonly medium: 'mail'; readonly link?: MailedLink }
  | { readonly medium: 'sms' | 'push'; readonly userId: UserId };

export type NewMessage = Recipient & {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly groupId: CompanyId | null;
  /** A second message with the same key is not stored. */
  readonly dedupeKey?: string;
  /** The answer whose link the message gets when it is sent. */
  readonly answerId?: number | undefined;
  /** The address that a push opens. */
  readonly opens?: string | undefined;
  /** The run of the message: deleting the run deletes the unsent message. */
  readonly runId?: RunId;
};

/** Stores a message that is sent after the commit; returns false when its dedupe key is known already. */
export async function addToOutbox(change: Change, message: NewMessage): Promise<boolean> {
  const link = message.medium === 'mail' ? message.link : undefined;
  const added = await change.db
    .insertInto('outbox')
    .values({
      group_id: message.groupId,
      user_id: message.medium === 'mail' ? (link?.userId ?? null) : message.userId,
      holds_secret: link !== undefined,
      ...(link && {
        link_epoch: link.epoch,
        link_h: link.validH,
        expires_at: sql<Date>`now() + make_interval(hours => ${link.validH})`,
      }),
      medium: message.medium,
      recipient: message.to,
      subject: message.subject,
      body_text: message.text,
      body_html: message.html ?? null,
      dedupe_key: message.dedupeKey ?? null,
      run_id: message.runId ?? null,
      answer_id: message.answerId ?? null,
      opens: message.opens ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return false;
  await change.enqueue(requestSending(added.id));
  return true;
}

/** Deletes the unsent messages of a deleted run. */
export async function dropUnsentOfRun(change: Change, runId: RunId): Promise<void> {
  await change.db.deleteFrom('outbox').where('run_id', '=', runId).where('status', '<>', sql.lit('sent')).execute();
}

/** Deletes unsent messages about the company's runs to a user who leaves the company. */
export async function dropUnsentOfUser(
  change: Change,
  { userId, groupId, email }: { readonly userId: UserId; readonly groupId: CompanyId; readonly email: string },
): Promise<void> {
  await change.db
    .deleteFrom('outbox')
    .where('group_id', '=', groupId)
    .where('run_id', 'is not', null)
    .where('status', '<>', sql.lit('sent'))
    .where((eb) =>
      eb.or([eb('user_id', '=', userId), eb.and([eb('medium', '=', 'mail'), eb('recipient', '=', email)])]),
    )
    .execute();
}

export type ClaimedMessage = NonNullable<Awaited<ReturnType<typeof claimMessage>>>;

/**
 * Claims a message: counts the attempt and delays the next one, so that no other node tries until then, even if
 * this node dies. Undefined: the message is sent, dead or not due, or this node cannot send it.
 */
export async function claimMessage(change: Change, id: number, sendable: Sendable, delaysS: readonly number[]) {
  const found = await change.db
    .selectFrom('outbox')
    .select('attempt_begun_at')
    .select(isExpired.as('is_expired'))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where(isSendable(sendable))
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  const delayS = sql`(${delaysS}::float8[])[least(attempts + 1, ${delaysS.length}::int)]`;
  const claimed = await change.db
    .updateTable('outbox')
    .set({
      attempts: sql`attempts + 1`,
      attempt_begun_at: sql<Date>`now()`,
      next_attempt_at: sql`date_trunc('milliseconds', now() + make_interval(secs => ${delayS}))`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // The previous attempt began but its end was not recorded.
  return {
    ...claimed,
    begunAt: claimed.attempt_begun_at ?? claimed.created_at,
    wasBrokenOff: found.attempt_begun_at !== null,
    isExpired: found.is_expired,
  };
}

/** Called before the first byte is sent. Fails when a later attempt has begun or this one was already handed over. */
export async function noteHandOver(change: Change, { id, attempts }: ClaimedMessage): Promise<void> {
  const noted = await change.db
    .updateTable('outbox')
    .set({ handed_over_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .where('handed_over_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!noted) throw new Error('the message was already handed over');
}

export async function markSent(change: Change, id: number): Promise<void> {
  await change.db
    .updateTable('outbox')
    .set({ status: 'sent', sent_at: sql<Date>`now()`, last_error: null, attempt_begun_at: null })
    .where('id', '=', id)
    .execute();
}

export async function markDead(change: Change, id: number, lastError: string): Promise<void> {
  await change.db
    .updateTable('outbox')
    .set({ status: 'dead', last_error: lastError, attempt_begun_at: null })
    .where('id', '=', id)
    .execute();
}

/** Returns a dead message to waiting with all attempts left; false: it is not dead. */
export async function revive(change: Change, id: number): Promise<boolean> {
  const revived = await change.db
    .updateTable('outbox')
    .set({
      status: 'waiting',
      attempts: 0,
      last_error: null,
      handed_over_at: null,
      next_attempt_at: sql<Date>`date_trunc('milliseconds', now())`,
    })
    .where('id', '=', id)
    .where('status', '=', 'dead')
    .returning('id')
    .executeTakeFirst();
  if (revived) await change.enqueue(requestSending(id));
  return revived !== undefined;
}

export async function planRetry(change: Change, message: ClaimedMessage, lastError: string): Promise<void> {
  await change.db
    .updateTable('outbox')
    .set({ last_error: lastError, attempt_begun_at: null, handed_over_at: null })
    .where('id', '=', message.id)
    .where('attempts', '=', message.attempts)
    .execute();
  await change.enqueue(requestSending(message.id, message.next_attempt_at));
}

/** Enqueues due messages without a job: stored before their medium could be sent, or left by a dead node. */
export async function requeueDue(change: Change, sendable: Sendable): Promise<number> {
  const due = await change.db
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where(isSendable(sendable))
    .where(
      sql<boolean>`not exists (select from graphile_worker.jobs as job where job.key = ${SEND_KEY} || outbox.id
        and job.run_at <= now() and job.locked_at is null and job.attempts < job.max_attempts)`,
    )
    .orderBy('next_attempt_at')
    .limit(REQUEUED_AT_ONCE)
    .execute();
  for (const { id } of due) await change.enqueue(requestSending(id));
  return due.length;
}

/** Ends waiting messages that are too late to be sent. */
export async function expireUnsent(change: Change): Promise<void> {
  await change.db
    .updateTable('outbox')
    .set({ status: 'dead', last_error: EXPIRED_TEXT, attempt_begun_at: null })
    .where('status', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where(isExpired)
    .execute();
}

/**
 * Deletes a batch of sent and dead messages from before `oldest`; returns whether there may be more. Messages of active runs
 * stay, because their dedupe keys prevent sending them twice.
 */
export async function deleteOldMessages(change: Change, oldest: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from outbox where id in (
    select id from outbox where status <> 'waiting' and created_at < ${oldest}
      and not exists (select from pig_runs r where r.id = outbox.run_id and r.completed_at is null)
    limit ${sql.lit(DELETED_AT_ONCE)})`.execute(change.db);
  return Number(numAffectedRows ?? 0) === DELETED_AT_ONCE;
}
