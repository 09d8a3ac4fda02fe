import { TREND_DAYS, TREND_HOURS, type Trend } from '@waymark/contract/devices/trend';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleDevices, visibleRecordsOfDevices } from '../../platform/access/device-access.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Limit per device: more than it sends in a day, so that a flood is not more expensive. */
const MOST_HEARTBEATS = 2000;

async function listVisible(reader: Reader, uids: readonly Uid[]): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('devices')
    .select('devices.uid')
    .where('devices.uid', 'in', uids)
    .where(visibleDevices(reader.scope))
    .orderBy('devices.uid')
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Each device by its own part of the index, in the months of the span only. */
async function readHours(reader: Reader, uids: readonly Uid[], from: number) {
  const { rows } = await sql<{ uid: Uid; hour: number; battery: number; signal: number }>`
    select wanted.uid, floor((extract(epoch from said.at) * 1000 - ${from}) / ${HOUR_MS})::int as hour,
      round(avg(said.battery_mv))::int as battery, round(avg(-said.signal_strength))::int as signal
    from unnest(${writeArray(uids)}::bigint[]) as wanted (uid)
    cross join lateral (
      select at, battery_mv, signal_strength from heartbeats
      where heartbeats.uid = wanted.uid and at >= ${new Date(from)} and at < ${new Date(from + TREND_HOURS * HOUR_MS)}
        and ${visibleRecordsOfDevices(reader.scope, 'heartbeats')}
      order by at desc limit ${MOST_HEARTBEATS}) said
    group by 1, 2`.execute(reader.db);
  return rows;
}

async function readDays(reader: Reader, uids: readonly Uid[], from: number) {
  const { rows } = await sql<{ uid: Uid; day: number; count: number }>`
    select uid, day - ${new Date(from).toISOString().slice(0, 10)}::date as day, sum(count)::int as count
    from record_counts
    where uid = any(${writeArray(uids)}::bigint[]) and kind = 'passage'
      and day >= ${new Date(from).toISOString().slice(0, 10)}::date and day < ${new Date(from + TREND_DAYS * DAY_MS).toISOString().slice(0, 10)}::date
      and ${inCompany(reader.scope, 'record_counts.group_id')}
    group by 1, 2`.execute(reader.db);
  return rows;
}

/** The recent values of those of these devices that the scope sees. */
export async function listTrends(reader: Reader, wanted: readonly number[], now: number): Promise<Trend[]> {
  const uids = await listVisible(reader, wanted);
  if (uids.length === 0) return [];
  const firstHour = Math.floor(now / HOUR_MS) * HOUR_MS - (TREND_HOURS - 1) * HOUR_MS;
  const firstDay = Math.floor(now / DAY_MS) * DAY_MS - (TREND_DAYS - 1) * DAY_MS;
  const hours = Map.groupBy(await readHours(reader, uids, firstHour), ({ uid }) => uid);
  const days = Map.groupBy(await readDays(reader, uids, firstDay), ({ uid }) => uid);
  return uids.map((uid) => {
    const byHour = new Map(hours.get(uid)?.map((row) => [row.hour, row]));
    const byDay = new Map(days.get(uid)?.map(({ day, count }) => [day, count]));
    return {
      uid,
      battery: Array.from({ length: TREND_HOURS }, (_none, hour) => byHour.get(hour)?.battery ?? null),
      signal: Array.from({ length: TREND_HOURS }, (_none, hour) => byHour.get(hour)?.signal ?? null),
      passages: Array.from({ length: TREND_DAYS }, (_none, day) => byDay.get(day) ?? 0),
    };
  });
}
