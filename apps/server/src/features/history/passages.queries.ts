import type { PassageRow } from '@waymark/contract/devices/passage-row';
import type { Paging } from '@waymark/contract/paging';
import { sql, type SqlBool } from 'kysely';
import type { Scope } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecords } from '../devices/device-visibility.queries.ts';
import { findSlice, findSpan, type Slice, type Span } from '../../platform/database/page.ts';
import { writePassage } from './passages.wire.ts';
import { sumCounts } from './record-counts.queries.ts';

const MAIN = [
  'passages.uid',
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
  'passages.run_id',
] as const;

/** Fields of the row that it can be sorted by, and their columns. */
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
  RunId: 'run_id',
  samplingRate: 'sampling_rate',
} as const satisfies Partial<Record<keyof PassageRow, string>>;

function findColumn(field: string | undefined) {
  return field !== undefined && Object.hasOwn(COLUMNS, field)
    ? COLUMNS[field as keyof typeof COLUMNS]
    : COLUMNS.passageTimeStamp;
}

/** True for the one record that speaks for its passage: the first of MAG (2), ELF (0) and GEO (1) that there is. */
const isMain = sql<SqlBool>`(passages.kind = 2 or not exists (
  select from passages other where other.uid = passages.uid and other.end_of_snip_at = passages.end_of_snip_at
    and (other.kind = 2 or (passages.kind = 1 and other.kind = 0))))`;

function selectMains(reader: Reader, uid: number, { from, until }: Span) {
  return reader.db
    .selectFrom('passages')
    .where(visibleRecords(reader.scope, 'passages', uid))
    .where(isMain)
    .$if(from !== null, (query) => query.where('passages.passage_at', '>=', new Date(from ?? 0)))
    .$if(until !== null, (query) => query.where('passages.passage_at', '<', new Date(until ?? 0)));
}

/** All by the counters; a span by the index, because a device has few passages a day and their times can be edited. */
export async function countPassages(reader: Reader, uid: number, span: Span): Promise<number> {
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

/** What the records of one passage say together. */
function mergeSiblings(db: Reader['db'], scope: Scope, uid: number) {
  return db
    .selectFrom('passages as sibling')
    .select((eb) => [
      eb.fn.max('sibling.id').filterWhere('sibling.kind', '=', 0).as('elf_id'),
      eb.fn.max('sibling.id').filterWhere('sibling.kind', '=', 1).as('geo_id'),
      eb.fn.max('sibling.id').filterWhere('sibling.kind', '=', 2).as('mag_id'),
      eb.fn.agg<boolean>('bool_or', ['sibling.is_verified']).as('is_any_verified'),
      eb.fn.max('sibling.run_id').as('any_run_id'),
    ])
    .where(visibleRecords(scope, 'sibling', uid))
    .where(sql<SqlBool>`sibling.end_of_snip_at = page.end_of_snip_at`)
    .as('merged');
}

async function findRows(reader: Reader, uid: number, span: Span, order: Order, slice: Slice): Promise<PassageRow[]> {
  const direction = order.descending ? 'desc' : 'asc';
  const column = findColumn(order.sortBy);
  const page = selectMains(reader, uid, span)
    .select(MAIN)
    .orderBy(`passages.${column}`, direction)
    .orderBy('passages.id', direction)
    .offset(slice.offset)
    .limit(slice.limit)
    .as('page');
  const rows = await reader.db
    .selectFrom(page)
    .innerJoinLateral(mergeSiblings(reader.db, reader.scope, uid), (join) => join.onTrue())
    .selectAll(['page', 'merged'])
    .orderBy(`page.${column}`, direction)
    .orderBy('page.id', direction)
    .execute();
  return rows.map(writePassage);
}

/** A page of one device's passages, merged before they are counted and cut into pages. */
export async function listPassages(reader: Reader, uid: number, paging: Paging) {
  const span = findSpan(paging);
  const rowsNumber = await countPassages(reader, uid, span);
  const slice = findSlice(paging, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, passageEventList: [] };
  return { rowsNumber, passageEventList: await findRows(reader, uid, span, paging, slice) };
}

export async function findNewestPassage(reader: Reader, uid: number): Promise<PassageRow | null> {
  const rows = await findRows(reader, uid, { from: null, until: null }, { descending: true }, { offset: 0, limit: 1 });
  return rows[0] ?? null;
}
