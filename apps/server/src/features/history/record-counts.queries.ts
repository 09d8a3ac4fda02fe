import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';

type CountedKind = 'heartbeat' | 'passage' | 'info' | 'control';

/** "YYYY-MM-DD", the second no longer in it; null is no limit. */
interface Days {
  readonly from: string | null;
  readonly until: string | null;
}

const isOn = ({ from, until }: Days) => sql`
  day >= coalesce(${from}::date, '-infinity') and day < coalesce(${until}::date, 'infinity')`;

/** How many records of a kind the scope sees of a device, by the counters. */
export async function sumCounts(reader: Reader, uid: Uid, kind: CountedKind, days: Days): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from record_counts
    where ${visibleRecords(reader.scope, 'record_counts', uid)} and kind = ${kind} and ${isOn(days)}`.execute(
    reader.db,
  );
  return rows[0]?.total ?? 0;
}

interface PageOfDays {
  readonly offset: number;
  readonly limit: number;
  readonly isDescending: boolean;
}

interface DaysFound {
  /** UTC milliseconds of the first day's start, and of the last day's end. */
  readonly from: number;
  readonly until: number;
  /** How many records come before these days. */
  readonly skipped: number;
}

/** The few days whose records make up a page by time, so that the page reads neither other months nor what it skips. */
export async function findDaysOfPage(
  reader: Reader,
  uid: Uid,
  kind: CountedKind,
  days: Days,
  page: PageOfDays,
): Promise<DaysFound | null> {
  const { rows } = await sql<{ from: number | null; until: number | null; skipped: number | null }>`
    with per_day as (
      select day, sum(count) as count from record_counts
      where ${visibleRecords(reader.scope, 'record_counts', uid)} and kind = ${kind} and ${isOn(days)} group by day),
    running as (
      select day, count, sum(count) over (order by day ${page.isDescending ? sql`desc` : sql`asc`}) - count as before from per_day)
    select extract(epoch from min(day))::float8 * 1000 as "from", extract(epoch from max(day) + 1)::float8 * 1000 as until,
      min(before)::bigint as skipped
    from running where before < ${page.offset + page.limit} and before + count > ${page.offset}`.execute(reader.db);
  const [found] = rows;
  if (!found || found.from === null || found.until === null || found.skipped === null) return null;
  return { from: found.from, until: found.until, skipped: found.skipped };
}
