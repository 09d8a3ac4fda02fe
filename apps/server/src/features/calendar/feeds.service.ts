import type { RouteInput } from '@waymark/contract/route';
import type { CalendarFeed, calendarRoutes } from '@waymark/contract/routes/calendar';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOf } from '../../platform/access/scope.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { problem } from '../../platform/http/problem.ts';
import { lockGroup } from '../users/users.queries.ts';
import { makeFeedSecret } from './feed-secret.ts';

const MOST_FEEDS = 10;

type SentFeed = RouteInput<typeof calendarRoutes.addCalendarFeed>['body'];
type Row = Selectable<Tables['calendar_feeds']>;

const writeTime = (at: Date) => formatUtcSecond(at.getTime());

const toWire = (row: Omit<Row, 'hash'>): CalendarFeed => ({
  id: row.id,
  kind: row.user_id === null ? 'company' : 'user',
  name: row.name,
  madeBy: row.made_by_name,
  createdAt: writeTime(row.created_at),
  lastReadAt: row.last_read_at && writeTime(row.last_read_at),
});

/** A user's own feeds, and for an admin those of the company. */
const isManagedBy =
  ({ userId, role }: Actor) =>
  (eb: ExpressionBuilder<Tables, 'calendar_feeds'>) =>
    eb.or([eb('user_id', '=', userId), ...(role === 'admin' ? [eb('user_id', 'is', null)] : [])]);

const COLUMNS = ['id', 'group_id', 'user_id', 'name', 'made_by_name', 'created_at', 'last_read_at'] as const;

export async function listFeeds(database: Database, actor: Actor): Promise<CalendarFeed[]> {
  const rows = await database
    .read(scopeOf(actor))
    .db.selectFrom('calendar_feeds')
    .select(COLUMNS)
    .where('group_id', '=', companyOf(actor))
    .where(isManagedBy(actor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toWire);
}

function companyOf({ groupId }: Actor): CompanyId {
  if (groupId === null) throw problem('forbidden');
  return groupId;
}

async function countFeeds({ db }: Change, groupId: CompanyId, userId: UserId | null): Promise<number> {
  const { count } = await db
    .selectFrom('calendar_feeds')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('group_id', '=', groupId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The address is shown once: the database has only the hash of its secret. */
export function addFeed(
  database: Database,
  origin: ChangeOrigin,
  actor: Actor,
  { kind, name }: SentFeed,
  publicUrl: string,
): Promise<CalendarFeed & { readonly address: string }> {
  const groupId = companyOf(actor);
  if (kind === 'company' && actor.role !== 'admin') throw problem('forbidden');
  const userId = kind === 'company' ? null : actor.userId;
  return database.change(origin, async (change) => {
    await lockGroup({ db: change.db, scope: change.scope }, groupId);
    if ((await countFeeds(change, groupId, userId)) >= MOST_FEEDS) throw problem('too-many-calendar-feeds');
    const { file, hash } = makeFeedSecret();
    const row = await change.db
      .insertInto('calendar_feeds')
      .values({ group_id: groupId, user_id: userId, name, hash, made_by_name: actor.name })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await change.audit({
      action: 'calendar-feed-made',
      objectType: 'calendar-feed',
      objectId: row.id,
      groupId,
      after: { name, kind },
    });
    return { ...toWire(row), address: `${publicUrl}/api/calendar/${file}` };
  });
}

export async function revokeFeed(database: Database, origin: ChangeOrigin, actor: Actor, id: number): Promise<void> {
  const groupId = companyOf(actor);
  await database.change(origin, async (change) => {
    const revoked = await change.db
      .deleteFrom('calendar_feeds')
      .where('id', '=', id)
      .where('group_id', '=', groupId)
      .where(isManagedBy(actor))
      .returning(['name', 'user_id'])
      .executeTakeFirst();
    if (!revoked) throw problem('calendar-feed-not-found');
    await change.audit({
      action: 'calendar-feed-revoked',
      objectType: 'calendar-feed',
      objectId: id,
      groupId,
      before: { name: revoked.name, kind: revoked.user_id === null ? 'company' : 'user' },
    });
  });
}
