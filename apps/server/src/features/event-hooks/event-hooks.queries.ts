import { MOST_COUNTED } from '@waymark/contract/event-hooks/hook-row';
import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { eventHooksRoutes } from '@waymark/contract/routes/event-hooks';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

const PAGE_SIZE = 25;

type Hook = RouteReply<typeof eventHooksRoutes.listEventHooks>[number];
type Delivery = RouteReply<typeof eventHooksRoutes.listEventDeliveries>['deliveries'][number];
type DeliveryDetail = RouteReply<typeof eventHooksRoutes.readEventDelivery>;

const toText = (at: Date | null) => at && formatUtcSecond(at.getTime());

const countOf = (status: 'waiting' | 'dead') =>
  sql<number>`(select count(*)::int from (select from event_deliveries d
    where d.hook_id = event_hooks.id and d.status = ${sql.lit(status)} limit ${sql.lit(MOST_COUNTED)}) as counted)`;

function selectHooks({ scope, db }: Reader) {
  return db
    .selectFrom('event_hooks')
    .leftJoin('pig_paths', 'pig_paths.id', 'event_hooks.path_id')
    .select(['event_hooks.id', 'event_hooks.group_id', 'url', 'description', 'event_types', 'is_for_all_paths'])
    .select(['path_id', 'pig_paths.name as path_name', 'eta_minutes', 'is_enabled', 'is_gone', 'failing_since'])
    .select(['last_error', 'last_delivered_at', 'event_hooks.created_at', 'made_by_name'])
    .select([countOf('waiting').as('waiting'), countOf('dead').as('dead')])
    .select(sql<Date | null>`case when old_secret_until > now() then old_secret_until end`.as('old_secret_until'))
    .where(inCompany(scope, 'event_hooks.group_id'));
}

type HookRow = Awaited<ReturnType<ReturnType<typeof selectHooks>['executeTakeFirstOrThrow']>>;

const writeHook = (row: HookRow): Hook => ({
  id: row.id,
  groupId: row.group_id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  isForAllPaths: row.is_for_all_paths,
  pathId: row.path_id,
  pathName: row.path_name,
  etaMinutes: row.eta_minutes,
  isEnabled: row.is_enabled,
  isGone: row.is_gone,
  failingSince: toText(row.failing_since),
  lastError: row.last_error,
  lastDeliveredAt: toText(row.last_delivered_at),
  waiting: row.waiting,
  dead: row.dead,
  oldSecretUntil: toText(row.old_secret_until),
  createdAt: formatUtcSecond(row.created_at.getTime()),
  madeBy: row.made_by_name,
});

export async function listHooks(reader: Reader): Promise<Hook[]> {
  const rows = await selectHooks(reader).orderBy('event_hooks.id').execute();
  return rows.map(writeHook);
}

export async function findHook(reader: Reader, id: number): Promise<Hook | null> {
  const row = await selectHooks(reader).where('event_hooks.id', '=', id).executeTakeFirst();
  return row ? writeHook(row) : null;
}

function selectDeliveries({ scope, db }: Reader, hookId: number) {
  return db
    .selectFrom('event_deliveries')
    .select(['id', 'event_id', 'event_type', 'subject', 'status', 'attempts', 'queued_at', 'next_attempt_at'])
    .select(['finished_at', 'last_status', 'last_error'])
    .where('hook_id', '=', hookId)
    .where(inCompany(scope, 'event_deliveries.group_id'));
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>;

const writeDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  queuedAt: formatUtcSecond(row.queued_at.getTime()),
  nextAttemptAt: row.status === 'waiting' ? toText(row.next_attempt_at) : null,
  finishedAt: toText(row.finished_at),
  lastStatus: row.last_status,
  lastError: row.last_error,
});

/** A page of deliveries, the newest first; one row more than shown says that another page follows. */
export async function listDeliveries(
  reader: Reader,
  hookId: number,
  { status, before }: RouteInput<typeof eventHooksRoutes.listEventDeliveries>['query'],
): Promise<RouteReply<typeof eventHooksRoutes.listEventDeliveries>> {
  const rows = await selectDeliveries(reader, hookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'dead'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return { deliveries: rows.slice(0, PAGE_SIZE).map(writeDelivery), hasMore: rows.length > PAGE_SIZE };
}

export async function findDelivery(
  reader: Reader,
  { id, deliveryId }: { readonly id: number; readonly deliveryId: number },
): Promise<DeliveryDetail | null> {
  const row = await selectDeliveries(reader, id)
    .select(['body', 'log', 'response'])
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  if (!row) return null;
  const body = JSON.parse(row.body) as DeliveryDetail['body'];
  return { ...writeDelivery(row), body, log: row.log, response: row.response };
}

/** Counts deliveries of all companies, for the metrics. */
export async function countUndelivered({ scope, db }: Reader): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('event_deliveries')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', '<>', 'delivered')
    .where(inCompany(scope, 'event_deliveries.group_id'))
    .groupBy('status')
    .execute();
  return { waiting: 0, dead: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
