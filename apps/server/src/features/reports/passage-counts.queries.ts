import type { Uid } from '@waymark/domain/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecordsOfDevices } from '../../platform/access/device-access.ts';
import { isAskedFor, isInSpan, toInstant, type PassageAsk } from './device-passages.queries.ts';

// Counts passages of many devices in a span that may be years long: whole days by their counters, the rest by reading.
// The counters go by the end of the snippet. Nearly every passage is within the hour before it; the others have their
// own index (migration 0020).

const DAY_MS = 86_400_000;
const NEAR_MS = 3_600_000;

const IS_NEAR = sql<SqlBool>`passages.end_of_snip_at - passages.passage_at between interval '0 seconds' and interval '1 hour'`;

/** Passages whose snippets end in a half-open interval. */
const endsIn = (from: number, until: number) =>
  sql<SqlBool>`passages.end_of_snip_at >= ${toInstant(from)} and passages.end_of_snip_at < ${toInstant(until)}`;

type Part = RawBuilder<unknown>;

const writeDay = (at: number) => new Date(at).toISOString().slice(0, 10);

const sumDays = ({ scope }: Reader, { uids }: PassageAsk, from: number, until: number): Part => sql`
  select uid, sum(count) as count from record_counts
  where uid = any(${writeArray(uids)}::bigint[]) and kind = 'passage' and ${visibleRecordsOfDevices(scope, 'record_counts')}
    and day >= ${writeDay(from)}::date and day < ${writeDay(until)}::date
  group by uid`;

/** Counts the passages that match the condition, each `times` times. */
const countThose = (
  reader: Reader,
  ask: PassageAsk,
  condition: RawBuilder<SqlBool>,
  times: RawBuilder<unknown> = sql`1`,
): Part => sql`
  select passages.uid, sum(${times}) as count from passages where ${isAskedFor(reader, ask)} and ${condition} group by passages.uid`;

function listParts(reader: Reader, ask: PassageAsk): Part[] {
  const { from, until } = ask;
  const isIn = isInSpan(ask);
  if (ask.isVerifiedOnly) return [countThose(reader, ask, isIn)];
  const near = (ends: RawBuilder<SqlBool>, isWanted: RawBuilder<SqlBool>, times = sql`1`) =>
    countThose(reader, ask, sql`${ends} and ${IS_NEAR} and ${isWanted}`, times);
  const moved = (times: RawBuilder<unknown>, isWanted: RawBuilder<SqlBool>) =>
    countThose(reader, ask, sql`not (${IS_NEAR}) and (${isWanted})`, times);
  const [firstDay, endDay] = [Math.ceil(from / DAY_MS) * DAY_MS, Math.floor(until / DAY_MS) * DAY_MS];
  if (firstDay >= endDay) return [near(endsIn(from, until + NEAR_MS), isIn), moved(sql`1`, isIn)];
  const isCounted = endsIn(firstDay, endDay);
  return [
    sumDays(reader, ask, firstDay, endDay),
    near(endsIn(from, firstDay), isIn),
    near(endsIn(endDay, until + NEAR_MS), isIn),
    // Counted with their day although they were before the span.
    near(endsIn(firstDay, Math.min(endDay, from + NEAR_MS)), sql`passages.passage_at < ${toInstant(from)}`, sql`-1`),
    moved(sql`(${isIn})::int - (${isCounted})::int`, sql`(${isIn}) or (${isCounted})`),
  ];
}

export async function countByDevice(reader: Reader, ask: PassageAsk): Promise<ReadonlyMap<number, number>> {
  if (ask.from >= ask.until) return new Map();
  const { rows } = await sql<{ uid: Uid; count: number }>`
    select uid, sum(count)::bigint as count from (${sql.join(listParts(reader, ask), sql` union all `)}) parts group by uid`.execute(
    reader.db,
  );
  return new Map(rows.map(({ uid, count }) => [uid, count]));
}

export async function countPassages(reader: Reader, ask: PassageAsk): Promise<number> {
  return [...(await countByDevice(reader, ask)).values()].reduce((sum, count) => sum + count, 0);
}

/** By the end of the snippet, the first day first: an approximate distribution. */
export async function countByDay(
  reader: Reader,
  { uids, from, until }: PassageAsk,
): Promise<{ readonly at: number; readonly count: number }[]> {
  const { rows } = await sql<{ at: number; count: number }>`
    select extract(epoch from day)::float8 * 1000 as at, sum(count)::bigint as count from record_counts
    where uid = any(${writeArray(uids)}::bigint[]) and kind = 'passage' and ${visibleRecordsOfDevices(reader.scope, 'record_counts')}
      and day >= ${writeDay(from)}::date and day <= ${writeDay(until + NEAR_MS)}::date
    group by day order by day`.execute(reader.db);
  return rows;
}
