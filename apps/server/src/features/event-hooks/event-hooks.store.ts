import type { HookEventType } from '@waymark/contract/event-hooks/catalogue';
import type { CompanyId, PathId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { EVENT_HOOKS_CHANNEL } from './events/hook-events.store.ts';

/** The settings of a webhook that a user changes. */
export interface HookSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly HookEventType[];
  readonly pathId: PathId | null;
  readonly etaMinutes: number;
  readonly isEnabled: boolean;
}

const writeSettings = ({ url, description, eventTypes, pathId, etaMinutes, isEnabled }: HookSettings) => ({
  url,
  description,
  event_types: [...eventTypes],
  is_for_all_paths: pathId === null,
  path_id: pathId,
  eta_minutes: etaMinutes,
  is_enabled: isEnabled,
});

interface NewHook {
  readonly groupId: CompanyId;
  readonly settings: HookSettings;
  readonly sealedSecret: Buffer;
  readonly madeByName: string;
}

export async function insertHook(change: Change, { groupId, settings, sealedSecret, madeByName }: NewHook) {
  const { id } = await change.db
    .insertInto('event_hooks')
    .values({
      group_id: groupId,
      ...writeSettings(settings),
      sealed_secret: sealedSecret,
      made_by_name: madeByName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countHooks(change: Change, groupId: CompanyId): Promise<number> {
  const { count } = await change.db
    .selectFrom('event_hooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The webhook of the caller's company, locked until the change ends. */
export async function lockHook(change: Change, id: number) {
  return change.db
    .selectFrom('event_hooks')
    .select(['id', 'group_id', 'url', 'description', 'event_types', 'is_for_all_paths', 'path_id', 'eta_minutes'])
    .select(['is_enabled', 'sealed_secret'])
    .where('id', '=', id)
    .where(inCompany(change.scope, 'event_hooks.group_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type LockedHook = NonNullable<Awaited<ReturnType<typeof lockHook>>>;

/** A webhook with another address, or that is enabled again, has no failure yet. */
export async function updateHook(
  change: Change,
  before: Pick<LockedHook, 'id' | 'url' | 'is_enabled'>,
  settings: HookSettings,
): Promise<void> {
  const isFresh = before.url !== settings.url || (settings.isEnabled && !before.is_enabled);
  await change.db
    .updateTable('event_hooks')
    .set({
      ...writeSettings(settings),
      ...(isFresh && { is_gone: false, failing_since: null, failure_mailed_at: null, last_error: null }),
    })
    .where('id', '=', before.id)
    .execute();
}

export async function deleteHook(change: Change, id: number): Promise<void> {
  await change.db.deleteFrom('event_hooks').where('id', '=', id).execute();
}

/** The present secret stays valid for 24 hours beside the new one. */
export async function replaceSecret(change: Change, { id, sealed_secret: old }: LockedHook, sealedSecret: Buffer) {
  await change.db
    .updateTable('event_hooks')
    .set({
      sealed_secret: sealedSecret,
      sealed_old_secret: old,
      old_secret_until: sql<Date>`now() + interval '24 hours'`,
    })
    .where('id', '=', id)
    .execute();
}

const WAITING_AGAIN = {
  status: 'waiting',
  attempts: 0,
  finished_at: null,
  claimed_until: null,
  last_error: null,
  last_status: null,
} as const;

/**
 * Returns a delivery to waiting with all its attempts. It counts as queued now, so that they last a day again.
 */
export async function reviveDelivery(change: Change, hookId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await change.db
    .updateTable('event_deliveries')
    .set({ ...WAITING_AGAIN, queued_at: sql<Date>`now()`, next_attempt_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('hook_id', '=', hookId)
    .where('status', '<>', 'waiting')
    .executeTakeFirstOrThrow();
  await change.notify(EVENT_HOOKS_CHANNEL, '');
  return numUpdatedRows > 0n;
}

/** Returns all dead deliveries of a webhook to waiting. */
export async function reviveDead(change: Change, hookId: number): Promise<number> {
  const { numUpdatedRows } = await change.db
    .updateTable('event_deliveries')
    .set({ ...WAITING_AGAIN, queued_at: sql<Date>`now()`, next_attempt_at: sql<Date>`now()` })
    .where('hook_id', '=', hookId)
    .where('status', '=', sql.lit('dead'))
    .executeTakeFirstOrThrow();
  await change.notify(EVENT_HOOKS_CHANNEL, '');
  return Number(numUpdatedRows);
}

const DELETED_AT_ONCE = 2000;

/** Deletes a batch of deliveries from before `oldest`; returns whether there may be more. */
export async function deleteOldDeliveries(change: Change, oldest: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from event_deliveries where id in (
    select id from event_deliveries where queued_at < ${oldest} limit ${sql.lit(DELETED_AT_ONCE)})`.execute(change.db);
  return Number(numAffectedRows ?? 0) === DELETED_AT_ONCE;
}
