import type { PassageRow } from '@waymark/contract/devices/passage-row';
import type { Filter, Paging } from '@waymark/contract/paging';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Scope } from '../../platform/access/scope.ts';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecords, visibleRecordsOfDevices } from '../../platform/access/device-access.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import { readPages, ROWS_A_PAGE } from '../../platform/database/keyset.ts';
import { findSlice, findSpan, type Slice, type Span } from '../../platform/database/page.ts';
import { writePassage, type MergedPassage } from './passages.wire.ts';
import { sumCounts } from './record-counts.queries.ts';

const MAIN = [
  'passages.uid',
  'passages.group_id',
  'passages.end_of_snip_at',
  'passages.kind',
  'passages.id',
  'passages.passage_at',
  'passages.detection_count',
  'passages.frequency',
  'passages.is_verified',
  'passages.is_offline',
  'passages.is_bluetooth',
  'passages.lat',
  'passages.lon',
  'passages.altitude_mm',
  'passages.sampling_rate',
] as const;

/** The sortable fields of a row, and their columns. */
const COLUMNS = {
  passageTimeStamp: 'passage_at',
  passageTimeEndOfSnip: 'end_of_snip_at',
  passageId: 'id',
  detectionCount: 'detection_count',
  passageDetectedFrequency: 'frequency',
  packetComplexInformation: 'kind',
  isVerified: 'is_verified',
  isOffline: 'is_offline',
  isBluetooth: 'is_bluetooth',
  lat: 'lat',
  lon: 'lon',
  alt: 'altitude_mm',
  samplingRate: 'sampling_rate',
} as const satisfies Partial<Record<keyof PassageRow, string>>;

function findColumn(field: string | undefined) {
  return field !== undefined && Object.hasOwn(COLUMNS, field)
    ? COLUMNS[field as keyof typeof COLUMNS]
    : COLUMNS.passageTimeStamp;
}

/** True for the preferred record of a passage: the first existing one of MAG (2), ELF (0) and GEO (1). */
const isMain = sql<SqlBool>`(passages.kind = 2 or not exists (
  select from passages other where other.uid = passages.uid and other.end_of_snip_at = passages.end_of_snip_at
    and (other.kind = 2 or (passages.kind = 1 and other.kind = 0))))`;

function selectMains(reader: Reader, uid: Uid, { from, until }: Span) {
  return reader.db
    .selectFrom('passages')
    .where(visibleRecords(reader.scope, 'passages', uid))
    .where(isMain)
    .$if(from !== null, (query) => query.where('passages.passage_at', '>=', new Date(from ?? 0)))
    .$if(until !== null, (query) => query.where('passages.passage_at', '<', new Date(until ?? 0)));
}

/** All by the counters; a span by the index, because a device has few passages a day and their times can be edited. */
export async function countPassages(reader: Reader, uid: Uid, span: Span): Promise<number> {
  if (span.from === null && span.until === null) return sumCounts(reader, uid, 'passage', { from: null, until: null });
  const { count } = await selectMains(reader, uid, span)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface Order {
  readonly sortBy?: string | undefined;
  readonly descending: boolean;
}

const pickScores = (kind: number) =>
  sql<string | null>`max(sibling.scores::text) filter (where sibling.kind = ${kind})`;

/** Merges the values of a passage's records. */
function mergeSiblings(db: Reader['db'], scope: Scope, uid: Uid) {
  return db
    .selectFrom('passages as sibling')
    .select((eb) => [
      eb.fn.max('sibling.id').filterWhere('sibling.kind', '=', 0).as('elf_id'),
      eb.fn.max('sibling.id').filterWhere('sibling.kind', '=', 1).as('geo_id'),
      eb.fn.max('sibling.id').filterWhere('sibling.kind', '=', 2).as('mag_id'),
      // MAG has frequency 0: the passage keeps the transmitter frequency that ELF or GEO measured.
      eb.fn.max('sibling.frequency').as('heard_frequency'),
      eb.fn.agg<boolean>('bool_or', ['sibling.is_verified']).as('is_any_verified'),
      eb.fn.max('sibling.verified_by').as('any_verified_by'),
      pickScores(0).as('elf_scores'),
      pickScores(1).as('geo_scores'),
      pickScores(2).as('mag_scores'),
    ])
    .where(visibleRecords(scope, 'sibling', uid))
    .where(sql<SqlBool>`sibling.end_of_snip_at = page.end_of_snip_at`)
    .as('merged');
}

type Mains = ReturnType<typeof selectMains>;

async function findRows(reader: Reader, uid: Uid, mains: Mains, order: Order, slice: Slice) {
  const direction = order.descending ? 'desc' : 'asc';
  const column = findColumn(order.sortBy);
  const page = mains
    .select(MAIN)
    .orderBy(`passages.${column}`, direction)
    .orderBy('passages.id', direction)
    .offset(slice.offset)
    .limit(slice.limit)
    .as('page');
  return reader.db
    .selectFrom(page)
    .innerJoinLateral(mergeSiblings(reader.db, reader.scope, uid), (join) => join.onTrue())
    .leftJoin('pig_run_passages as placed', (join) =>
      join.onRef('placed.uid', '=', 'page.uid').onRef('placed.end_of_snip_at', '=', 'page.end_of_snip_at'),
    )
    .leftJoin('pig_runs', (join) =>
      join.onRef('pig_runs.id', '=', 'placed.run_id').onRef('pig_runs.group_id', '=', 'page.group_id'),
    )
    .selectAll(['page', 'merged'])
    .select(['pig_runs.id as run_id', 'pig_runs.pig as tool_name'])
    .select(sql<string | null>`case when pig_runs.id is not null then placed.marker_name end`.as('marker_name'))
    .select(sql<string | null>`pig_runs.path ->> 'name'`.as('run_name'))
    .orderBy(`page.${column}`, direction)
    .orderBy('page.id', direction)
    .execute();
}

/** A page of one device's passages, merged before they are counted and cut into pages. */
export async function listPassages(reader: Reader, uid: Uid, paging: Paging) {
  const span = findSpan(paging);
  const rowsNumber = await countPassages(reader, uid, span);
  const slice = findSlice(paging, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, passageEventList: [] };
  const rows = await findRows(reader, uid, selectMains(reader, uid, span), paging, slice);
  return { rowsNumber, passageEventList: rows.map(writePassage) };
}

/** All passages that the filter finds, merged, in its order. */
export function readAllPassages(reader: Reader, uid: Uid, filter: Filter) {
  const span = findSpan(filter);
  const order = { table: 'passages', column: findColumn(filter.sortBy), tie: 'id', descending: filter.descending };
  const readPage = (isAfter: RawBuilder<SqlBool>) =>
    findRows(reader, uid, selectMains(reader, uid, span).where(isAfter), filter, { offset: 0, limit: ROWS_A_PAGE });
  return readPages(order, readPage, writePassage);
}

const ALWAYS: Span = { from: null, until: null };

export async function findNewestPassage(reader: Reader, uid: Uid): Promise<PassageRow | null> {
  const [newest] = await findRows(
    reader,
    uid,
    selectMains(reader, uid, ALWAYS),
    { descending: true },
    { offset: 0, limit: 1 },
  );
  return newest ? writePassage(newest) : null;
}

interface PassageKey {
  readonly uid: Uid;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
}

/** Passages that were stored for the company: a device may have moved since. Viewers see only their devices' passages. */
export async function listPassagesByKey(
  reader: Reader,
  groupId: CompanyId,
  keys: readonly PassageKey[],
): Promise<PassageRow[]> {
  if (keys.length === 0) return [];
  const ends = keys.map(({ endOfSnipAt }) => endOfSnipAt);
  const ofKind = (column: 'id' | 'scores::text', kind: number) =>
    sql`max(p.${sql.raw(column)}) filter (where p.kind = ${kind}) over siblings`;
  // Joins of the records with themselves would cost the planner ten times as much as the execution.
  const { rows } = await sql<MergedPassage>`
    select page.*, r.id as run_id, r.pig as tool_name, r.path ->> 'name' as run_name,
      case when r.id is not null then placed.marker_name end as marker_name
    from (
      select distinct on (p.uid, p.end_of_snip_at)
        p.uid, p.group_id, p.end_of_snip_at, p.kind, p.id, p.passage_at, p.detection_count, p.is_offline, p.is_bluetooth, p.lat, p.lon,
        p.altitude_mm, p.sampling_rate,
        ${ofKind('id', 0)} as elf_id, ${ofKind('id', 1)} as geo_id, ${ofKind('id', 2)} as mag_id,
        ${ofKind('scores::text', 0)} as elf_scores, ${ofKind('scores::text', 1)} as geo_scores, ${ofKind('scores::text', 2)} as mag_scores,
        max(p.frequency) over siblings as heard_frequency, bool_or(p.is_verified) over siblings as is_any_verified,
        max(p.verified_by) over siblings as any_verified_by
      from unnest(${writeArray(keys.map(({ uid }) => uid))}::bigint[], ${writeInstants(ends)}::timestamptz[]) as key (uid, end_of_snip_at)
      join passages p using (uid, end_of_snip_at)
      where p.group_id = ${groupId} and ${visibleRecordsOfDevices(reader.scope, 'p')} and ${isInMonthsOf('p', ends)}
      window siblings as (partition by p.uid, p.end_of_snip_at)
      order by p.uid, p.end_of_snip_at, p.kind = 2 desc, p.kind) page
    left join pig_run_passages placed on placed.uid = page.uid and placed.end_of_snip_at = page.end_of_snip_at
    left join pig_runs r on r.id = placed.run_id and r.group_id = page.group_id
    order by page.passage_at desc, page.id desc`.execute(reader.db);
  return rows.map(writePassage);
}

/** The passages of a device whose snippets end at these times (UTC milliseconds). */
export function listPassagesEndingAt(
  reader: Reader,
  { uid, groupId }: { readonly uid: Uid; readonly groupId: CompanyId },
  endsAt: readonly number[],
): Promise<PassageRow[]> {
  return listPassagesByKey(
    reader,
    groupId,
    endsAt.map((endOfSnipAt) => ({ uid, endOfSnipAt })),
  );
}
