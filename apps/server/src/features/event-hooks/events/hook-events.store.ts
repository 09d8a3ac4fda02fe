import { randomUUID } from 'node:crypto';
import type { HookEventData, HookEventType, SentEventType } from '@waymark/contract/event-hooks/catalogue';
import type { CloudEvent } from '@waymark/contract/event-hooks/cloud-event';
import type { CompanyId, PathId, Uid } from '@waymark/domain/ids';
import { sql, type SqlBool } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';

// Stores events for the webhooks that want them, in the transaction of what has happened.

/** Told to every node after the commit of events. */
export const EVENT_HOOKS_CHANNEL = 'event_hooks';

/** A webhook that takes at least one of some types of events. */
export interface WantingHook {
  readonly id: number;
  readonly eventTypes: readonly HookEventType[];
  readonly isForAllPaths: boolean;
  readonly pathId: PathId | null;
  readonly etaMinutes: number;
}

/** The enabled webhooks of a company that take any of these types. */
export async function listWanting(
  { db }: Change,
  groupId: CompanyId,
  types: readonly HookEventType[],
): Promise<readonly WantingHook[]> {
  const rows = await db
    .selectFrom('event_hooks')
    .select(['id', 'event_types', 'is_for_all_paths', 'path_id', 'eta_minutes'])
    .where('group_id', '=', groupId)
    .where('is_enabled', '=', true)
    .where(sql<SqlBool>`event_types && ${types}::text[]`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    eventTypes: row.event_types,
    isForAllPaths: row.is_for_all_paths,
    pathId: row.path_id,
    etaMinutes: row.eta_minutes,
  }));
}

/** The paths that devices watch, by their own list or that of an active run; empty unless a webhook asks for a path. */
export async function findPathsOfDevices(
  { db }: Change,
  hooks: readonly WantingHook[],
  uids: readonly Uid[],
): Promise<ReadonlyMap<number, readonly PathId[]>> {
  const pathIds = hooks.flatMap(({ pathId }) => (pathId === null ? [] : [pathId]));
  if (pathIds.length === 0 || uids.length === 0) return new Map();
  const { rows } = await sql<{ uid: Uid; path_id: PathId }>`
    select uid, path_id from pig_path_devices where path_id = any(${pathIds}::bigint[]) and uid = any(${uids}::bigint[])
    union
    select d.uid, r.path_id from pig_run_devices d join pig_runs r on r.id = d.run_id
    where r.path_id = any(${pathIds}::bigint[]) and r.completed_at is null and d.uid = any(${uids}::bigint[])`.execute(
    db,
  );
  const byUid = Map.groupBy(rows, ({ uid }) => uid);
  return new Map([...byUid].map(([uid, found]) => [uid, found.map((row) => row.path_id)]));
}

/** Whether a webhook takes an event of this type and these paths. */
export function takes(hook: WantingHook, type: HookEventType, pathIds: readonly PathId[]): boolean {
  if (!hook.eventTypes.includes(type)) return false;
  return hook.isForAllPaths || (hook.pathId !== null && pathIds.includes(hook.pathId));
}

/** An event for some webhooks. */
export type NewHookEvent = {
  readonly [Type in SentEventType]: {
    readonly type: Type;
    readonly subject: string;
    /** Events of one sequence reach a webhook in their order. */
    readonly sequence: string;
    /** UTC milliseconds. */
    readonly at: number;
    readonly data: HookEventData<Type>;
    readonly hookIds: readonly number[];
  };
}[SentEventType];

interface Source {
  readonly groupId: CompanyId;
  readonly publicUrl: string;
}

function writeEvent({ type, subject, at, data }: NewHookEvent, id: string, { groupId, publicUrl }: Source): string {
  const event: CloudEvent = {
    specversion: '1.0',
    id,
    source: `${publicUrl.replace(/\/$/, '')}/companies/${groupId}`,
    type,
    subject,
    time: new Date(at).toISOString(),
    datacontenttype: 'application/json',
    data,
  };
  return JSON.stringify(event);
}

/** Stores the events in their order; returns the ids of their deliveries. */
export async function addHookEvents(
  change: Change,
  source: Source,
  events: readonly NewHookEvent[],
): Promise<readonly number[]> {
  const unordered = events.flatMap((event) => {
    const eventId = randomUUID();
    const body = writeEvent(event, eventId, source);
    return event.hookIds.map((hookId) => ({
      hook_id: hookId,
      group_id: source.groupId,
      event_id: eventId,
      event_type: event.type,
      subject: event.subject,
      sequence: event.sequence,
      body,
    }));
  });
  if (unordered.length === 0) return [];
  const rows = unordered.map((row, place) => ({ ...row, place }));
  const { rows: added } = await sql<{ id: number }>`
    insert into event_deliveries (hook_id, group_id, event_id, event_type, subject, sequence, body)
    select hook_id, group_id, event_id, event_type, subject, sequence, body
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as event (hook_id bigint, group_id bigint, event_id uuid, event_type text, subject text, sequence text, body text, place int)
    order by place
    returning id`.execute(change.db);
  await change.notify(EVENT_HOOKS_CHANNEL, '');
  return added.map(({ id }) => id);
}
