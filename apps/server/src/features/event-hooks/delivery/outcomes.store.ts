import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type RawBuilder } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';
import type { ClaimedDelivery } from './claims.store.ts';
import { mailAdmins } from './failure-mails.ts';
import { findRetryDelayMs } from './retries.ts';

// Stores the end of an attempt: the delivery, the state of its webhook, and mails.

/** An attempt that has ended. */
export interface Outcome {
  /** UTC milliseconds. */
  readonly startedAt: number;
  readonly tookMs: number;
  /** null: no answer came. */
  readonly status: number | null;
  /** null: delivered. */
  readonly error: string | null;
  /** The start of the answer. */
  readonly response: string | null;
}

const GONE = 410;
const MOST_LOGGED = 20;
/** A webhook that fails for longer than this is mailed about, once. */
const MAILED_AFTER = sql`interval '1 hour'`;
const DISABLED_TEXT = 'The webhook was disabled.';

/** Changes the delivery unless a later attempt has taken it over; false: it has. */
async function finishAttempt(
  change: Change,
  delivery: ClaimedDelivery,
  { startedAt, tookMs, status, error, response }: Outcome,
  next: { readonly status: 'waiting' | 'delivered' | 'dead'; readonly delayMs: number | null },
): Promise<boolean> {
  const log = [...delivery.log, { at: formatUtcSecond(startedAt), tookMs, status, error }].slice(-MOST_LOGGED);
  const delay: RawBuilder<Date> = sql`now() + make_interval(secs => ${(next.delayMs ?? 0) / 1000}::float8)`;
  const { numUpdatedRows } = await change.db
    .updateTable('event_deliveries')
    .set({
      status: next.status,
      next_attempt_at: delay,
      finished_at: next.status === 'waiting' ? null : sql<Date>`now()`,
      claimed_until: null,
      last_status: status,
      last_error: error,
      response,
      log: JSON.stringify(log),
    })
    .where('id', '=', delivery.id)
    .where('attempts', '=', delivery.attempts)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends the failure of a webhook; what waits for its next attempt is due now. */
async function noteSuccess(change: Change, hookId: number): Promise<void> {
  const before = await change.db
    .updateTable('event_hooks')
    .set({ last_delivered_at: sql<Date>`now()` })
    .where('id', '=', hookId)
    .where((eb) =>
      eb.or([
        eb('failing_since', 'is not', null),
        eb('last_delivered_at', 'is', null),
        eb('last_delivered_at', '<', sql<Date>`now() - interval '10 seconds'`),
      ]),
    )
    .returning('failing_since')
    .executeTakeFirst();
  if (!before?.failing_since) return;
  await change.db
    .updateTable('event_hooks')
    .set({ failing_since: null, failure_mailed_at: null, last_error: null })
    .where('id', '=', hookId)
    .execute();
  await change.db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('hook_id', '=', hookId)
    .where('status', '=', sql.lit('waiting'))
    .where('next_attempt_at', '>', sql<Date>`now()`)
    .execute();
}

/** Counts the failure of a webhook. The admins get one mail for a failure that lasts. */
async function noteFailure(change: Change, { hookId }: ClaimedDelivery, error: string | null, publicUrl: string) {
  const hook = await change.db
    .updateTable('event_hooks')
    .set({ failing_since: sql<Date>`coalesce(failing_since, now())`, last_error: error })
    .where('id', '=', hookId)
    .returning(['id', 'group_id', 'url', 'description', 'failing_since'])
    .returning(sql<boolean>`failure_mailed_at is null and failing_since <= now() - ${MAILED_AFTER}`.as('is_to_mail'))
    .executeTakeFirst();
  if (!hook?.is_to_mail) return;
  await change.db
    .updateTable('event_hooks')
    .set({ failure_mailed_at: sql<Date>`now()` })
    .where('id', '=', hookId)
    .execute();
  await mailAdmins(change, { hook, error, publicUrl, news: 'failing' });
}

/** Ends everything that waits for a webhook. */
export async function endWaiting(change: Change, hookId: number): Promise<void> {
  await change.db
    .updateTable('event_deliveries')
    .set({ status: 'dead', finished_at: sql<Date>`now()`, claimed_until: null, last_error: DISABLED_TEXT })
    .where('hook_id', '=', hookId)
    .where('status', '=', sql.lit('waiting'))
    .execute();
}

/** The receiver wants no more events: the webhook is disabled, audited and mailed about. */
async function disableGone(change: Change, { hookId }: ClaimedDelivery, error: string | null, publicUrl: string) {
  const hook = await change.db
    .updateTable('event_hooks')
    .set({ is_enabled: false, is_gone: true, last_error: error })
    .where('id', '=', hookId)
    .where('is_enabled', '=', true)
    .returning(['id', 'group_id', 'url', 'description', 'failing_since'])
    .executeTakeFirst();
  if (!hook) return;
  await endWaiting(change, hookId);
  await change.audit({
    action: 'webhook-gone',
    objectType: 'webhook',
    objectId: hookId,
    groupId: hook.group_id,
    after: { url: hook.url, isEnabled: false },
  });
  await mailAdmins(change, { hook, error, publicUrl, news: 'gone' });
}

/**
 * Locks the webhook before its deliveries, as every change of several of them does. Otherwise a success, which makes the
 * others due, and a failure of one of these would wait for each other.
 */
async function lockHook(change: Change, hookId: number): Promise<void> {
  await change.db.selectFrom('event_hooks').select('id').where('id', '=', hookId).forNoKeyUpdate().execute();
}

interface Settings {
  readonly now: number;
  readonly publicUrl: string;
}

/** Stores the outcome of an attempt; answers what has become of the delivery. */
export async function storeOutcome(
  change: Change,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  { now, publicUrl }: Settings,
): Promise<'delivered' | 'dead' | 'waiting'> {
  const { error, status } = outcome;
  await lockHook(change, delivery.hookId);
  if (error === null) {
    await finishAttempt(change, delivery, outcome, { status: 'delivered', delayMs: null });
    await noteSuccess(change, delivery.hookId);
    return 'delivered';
  }
  const isGone = status === GONE;
  const { attempts, queuedAt } = delivery;
  const failed = { attempts, queuedAt: queuedAt.getTime() };
  const delayMs = isGone ? null : findRetryDelayMs(failed, now, Math.random());
  const next = delayMs === null ? 'dead' : 'waiting';
  if (!(await finishAttempt(change, delivery, outcome, { status: next, delayMs }))) return next;
  await noteFailure(change, delivery, error, publicUrl);
  if (isGone) await disableGone(change, delivery, error, publicUrl);
  return next;
}
