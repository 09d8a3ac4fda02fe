import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { outboxRoutes } from '@waymark/contract/routes/outbox';
import type { systemRoutes } from '@waymark/contract/routes/system';
import type { UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Medium } from './outbox.tables.ts';

const LISTED = 100;
const PAGE_SIZE = 25;

/** The newest messages, newest first, each with the sent text if it is known. */
export async function listNewestMessages(
  reader: Reader,
  findText: (key: string) => string | undefined = () => undefined,
): Promise<RouteReply<typeof systemRoutes.readOutbox>> {
  const rows = await reader.db
    .selectFrom('outbox')
    .select([
      'id',
      'medium',
      'recipient as to',
      'subject',
      'body_text as text',
      'status',
      'attempts',
      'created_at',
      'message_key',
    ])
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(({ created_at: createdAt, message_key: key, ...message }) => ({
    ...message,
    text: findText(key) ?? message.text,
    createdAt: formatUtcSecond(createdAt.getTime()),
  }));
}

const toUtc = (at: Date) => formatUtcSecond(at.getTime());

/** A page of the messages of one status, newest first; one row more than shown says that another page follows. */
export async function listMessages(
  reader: Reader,
  { status, page }: RouteInput<typeof outboxRoutes.listMessages>['query'],
): Promise<RouteReply<typeof outboxRoutes.listMessages>> {
  const rows = await reader.db
    .selectFrom('outbox')
    .select(['id', 'medium', 'recipient as to', 'subject', 'status', 'attempts', 'last_error', 'created_at', 'sent_at'])
    .select((eb) => eb.case().when('holds_secret', '=', true).then(null).else(eb.ref('body_text')).end().as('text'))
    .where('status', '=', status)
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const messages = rows
    .slice(0, PAGE_SIZE)
    .map(({ last_error: lastError, created_at: createdAt, sent_at: sentAt, ...message }) => ({
      ...message,
      lastError,
      createdAt: toUtc(createdAt),
      sentAt: sentAt && toUtc(sentAt),
    }));
  return { messages, hasMore: rows.length > PAGE_SIZE };
}

/** The keys that a stored message already has. */
export async function listKnownKeys(reader: Reader, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.db
    .selectFrom('outbox')
    .select('dedupe_key')
    .where(sql<SqlBool>`dedupe_key = any(${keys}::text[])`)
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .execute();
  return new Set(rows.flatMap(({ dedupe_key: key }) => (key === null ? [] : [key])));
}

export async function findMessage(reader: Reader, id: number) {
  return reader.db
    .selectFrom('outbox')
    .select(['medium', 'recipient', 'last_error', 'group_id'])
    .where('id', '=', id)
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .executeTakeFirst();
}

/** Counts waiting and dead messages; sent ones are too many to count on every poll. */
export async function countUnsentMessages(reader: Reader): Promise<{ waiting: number; dead: number }> {
  const rows = await reader.db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', '<>', 'sent')
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .groupBy('status')
    .execute();
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { waiting: countOf('waiting'), dead: countOf('dead') };
}

/** Messages by what has become of them; deleted ones are not counted. */
export interface Deliveries {
  readonly sent: number;
  readonly waiting: number;
  readonly dead: number;
}

export async function countDeliveries({ db, scope }: Reader, dedupeKeys: readonly string[]): Promise<Deliveries> {
  const rows = await db
    .selectFrom('outbox')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where(sql<SqlBool>`dedupe_key = any(${dedupeKeys}::text[])`)
    .where(inCompany(scope, 'outbox.group_id'))
    .groupBy('status')
    .execute();
  return { sent: 0, waiting: 0, dead: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}

interface SentTo {
  readonly medium: Medium;
  readonly to: string;
  /** Users may share a phone. */
  readonly userId?: UserId;
}

const STATES = { waiting: 'waiting', sent: 'sent', dead: 'failed' } as const;

/** The newest message to an address, and what became of it. */
export async function findLastMessage({ db, scope }: Reader, { medium, to, userId }: SentTo) {
  const row = await db
    .selectFrom('outbox')
    .select(['status', 'last_error as error', 'created_at', 'sent_at'])
    .where('medium', '=', medium)
    .where('recipient', '=', to)
    .where(inCompany(scope, 'outbox.group_id'))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? null))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { at: toUtc(row.sent_at ?? row.created_at), state: STATES[row.status], error: row.error } : null;
}

/** Whether a message to this address, with a key that begins so, was written in the last seconds. */
export async function hasRecent(
  { db, scope }: Reader,
  { medium, to, keyStart, seconds }: SentTo & { readonly keyStart: string; readonly seconds: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('outbox')
    .select('id')
    .where('medium', '=', medium)
    .where('recipient', '=', to)
    .where(sql<SqlBool>`starts_with(dedupe_key, ${keyStart})`)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where(inCompany(scope, 'outbox.group_id'))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
