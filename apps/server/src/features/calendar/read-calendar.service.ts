import type { TextReader } from '@waymark/domain/language/reader';
import { listArrivalEvents } from '@waymark/domain/run/estimate/arrival-events';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { foresee } from '@waymark/domain/run/estimate/outlook';
import type { Run } from '@waymark/domain/run/run';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { describeArrival } from '@waymark/domain/words/arrival-words';
import { writeCalendar, type CalendarEvent } from '@waymark/files/calendar/write-calendar';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOf, systemScope, type Scope } from '../../platform/access/scope.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { translateTo } from '../../platform/language/translations.ts';
import { listEndedRunIds } from '../runs/ended-runs.queries.ts';
import { findRuns, listActiveRunIds } from '../runs/runs.queries.ts';
import { listRecipients, readerOf } from '../users/recipients.queries.ts';
import { hashFeedSecret } from './feed-secret.ts';

/** Calendar programs that read once in a while still learn that an event is cancelled. */
const CANCELLED_FOR_MS = 7 * 86_400_000;
/** Limits the answer, and the work for it. */
const MOST_RUNS = 200;

async function findFeed({ db }: Reader, hash: Buffer) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('groups', 'groups.id', 'calendar_feeds.group_id')
    .leftJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['calendar_feeds.id', 'calendar_feeds.group_id', 'calendar_feeds.user_id', 'calendar_feeds.name'])
    .select(['groups.language', 'groups.units', 'users.role', 'users.name as user_name', 'users.email'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}
type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>;

/** The rights that the owner has now. A feed of the company may read what its admins may. */
function scopeOfFeed({ group_id: groupId, user_id: userId, role, user_name: name, email }: Feed): Scope {
  const rights: Pick<Actor, 'userId' | 'role'> =
    userId === null ? { userId: 0, role: 'admin' } : { userId, role: role ?? 'viewer' };
  return scopeOf({ ...rights, groupId, name: name ?? '', email: email ?? '', sessionId: '', expiresAt: 0 });
}

/** How the owner reads texts of a line; a company reads in UTC. */
async function openTexts(reader: Reader, feed: Feed): Promise<(zone: Zone | undefined) => TextReader> {
  if (feed.user_id === null) return () => ({ t: translateTo(feed.language), units: feed.units, zone: UTC });
  const recipient = (await listRecipients(reader, [feed.user_id])).get(feed.user_id);
  return (zone) => readerOf(recipient, zone);
}

function listEvents(run: Run, reader: TextReader, host: string, now: number): CalendarEvent[] {
  const course = layCourse(run.path);
  const outlook = foresee(run, course, reckon(run, course));
  return listArrivalEvents(outlook).map((event) => ({
    uid: `run-${run.runId}-${encodeURIComponent(event.name.toWellFormed())}@${host}`,
    sequence: event.sequence,
    startAt: event.expectedAt,
    place: event.place,
    status: event.isCancelled ? 'CANCELLED' : 'TENTATIVE',
    ...describeArrival(event, outlook, now, reader),
  }));
}

/** To the hour, so that reading writes seldom. */
async function noteRead(database: Database, feedId: number): Promise<void> {
  await database.change(systemOrigin('calendar'), ({ db }) =>
    db
      .updateTable('calendar_feeds')
      .set({ last_read_at: sql<Date>`date_trunc('hour', now())` })
      .where('id', '=', feedId)
      .where(sql<SqlBool>`last_read_at is distinct from date_trunc('hour', now())`)
      .execute(),
  );
}

/** The active runs that the owner may see, and those that have ended: a viewer only learns that theirs did. */
async function listRuns(database: Database, feed: Feed, now: number): Promise<Run[]> {
  const [own, all] = [database.read(scopeOfFeed(feed)), database.read(systemScope('calendar'))];
  const active = await listActiveRunIds(own);
  const ended = await listEndedRunIds(all, {
    groupId: feed.group_id,
    after: now - CANCELLED_FOR_MS,
    until: now,
    ...(feed.role === 'viewer' && feed.user_id !== null && { notifying: feed.user_id }),
  });
  return [...(await findRuns(own, active.slice(-MOST_RUNS))), ...(await findRuns(all, ended.slice(-MOST_RUNS)))];
}

/** `secret` is the last part of the feed's address. */
export async function readCalendar(
  database: Database,
  secret: string,
  publicUrl: string,
  now: number,
): Promise<string> {
  const hash = hashFeedSecret(secret);
  const feed = hash && (await findFeed(database.read(systemScope('calendar')), hash));
  if (!feed) throw problem('calendar-feed-not-found');
  const texts = await openTexts(database.read(systemScope('calendar')), feed);
  const runs = await listRuns(database, feed, now);
  await noteRead(database, feed.id);
  const { hostname } = new URL(publicUrl);
  const events = runs.flatMap((run) => listEvents(run, texts(run.path.timeZone), hostname, now));
  return writeCalendar({ name: `Waymark: ${feed.name}`, events }, now);
}
