import type { DeviceReportRequest } from '@waymark/contract/routes/reports';
import { compareMarkerNames } from '@waymark/domain/report/order-rows';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import type { Slice } from '../../platform/database/page.ts';
import {
  countByMarker,
  findPassages,
  orderByTime,
  type FoundPassage,
  type Marked,
  type PassageAsk,
} from './device-passages.queries.ts';
import { countByDay, countPassages } from './passage-counts.queries.ts';
import { bracketRows, findGroups } from './plan-spans.ts';

// A page of devices' passages at any offset: the counters tell its approximate position, so that only that part is read
// and sorted.

interface PageAsk {
  readonly ask: PassageAsk;
  readonly slice: Slice;
  readonly descending: boolean;
}

interface PartOfTime {
  readonly where?: RawBuilder<SqlBool>;
  /** Number of wanted passages in a span. */
  readonly count: (ask: PassageAsk) => Promise<number>;
  /** Number of unwanted passages in all of it. */
  readonly unwanted: number;
}

async function readAscending(
  reader: Reader,
  ask: PassageAsk,
  { offset, limit }: Slice,
  { where, count, unwanted }: PartOfTime,
): Promise<FoundPassage[]> {
  const cut = { where, orderBy: orderByTime(false), withScores: true, limit };
  const { from, until } = bracketRows(ask, await countByDay(reader, ask), { offset, limit, slack: unwanted });
  const skipped = from > ask.from ? await count({ ...ask, until: from }) : 0;
  if (skipped > offset) return findPassages(reader, ask, { ...cut, offset });
  const rows = await findPassages(reader, { ...ask, from, until }, { ...cut, offset: offset - skipped });
  if (rows.length === limit || until === ask.until) return rows;
  return findPassages(reader, { ...ask, from }, { ...cut, offset: offset - skipped });
}

/** A page near the end is read backward. */
async function readByTime(
  reader: Reader,
  { ask, slice, descending }: PageAsk,
  total: number,
  part: PartOfTime,
): Promise<FoundPassage[]> {
  if (!descending) return readAscending(reader, ask, slice, part);
  const rows = await readAscending(
    reader,
    ask,
    { offset: total - slice.offset - slice.limit, limit: slice.limit },
    part,
  );
  return rows.toReversed();
}

async function readByUid(
  reader: Reader,
  { ask, slice, descending }: PageAsk,
  counts: ReadonlyMap<number, number>,
): Promise<FoundPassage[]> {
  const uids = (descending ? ask.uids.toReversed() : ask.uids).map((uid) => ({ uid, count: counts.get(uid) ?? 0 }));
  const { groups, skip } = findGroups(uids, slice);
  const [direction, byTime] = [descending ? sql`desc` : sql`asc`, orderByTime(descending)];
  return findPassages(
    reader,
    { ...ask, uids: groups.map(({ uid }) => uid) },
    {
      orderBy: (passages, placed) => sql`${sql.ref(`${passages}.uid`)} ${direction}, ${byTime(passages, placed)}`,
      offset: skip,
      limit: slice.limit,
      withScores: true,
    },
  );
}

/** Natural order: 2 before 10. */
export async function listMarked(reader: Reader, ask: PassageAsk, isDescending: boolean): Promise<Marked[]> {
  const marked = (await countByMarker(reader, ask)).toSorted((one, other) => compareMarkerNames(one.name, other.name));
  return isDescending ? marked.toReversed() : marked;
}

async function readMarked(
  reader: Reader,
  { ask, slice, descending }: PageAsk,
  marked: readonly Marked[],
): Promise<FoundPassage[]> {
  const { groups, skip } = findGroups(marked, slice);
  if (groups.length === 0) return [];
  const [names, byTime] = [groups.map(({ name }) => name), orderByTime(descending)];
  return findPassages(reader, ask, {
    where: sql`placed.marker_name = any(${names}::text[])`,
    orderBy: (passages, placed) =>
      sql`array_position(${names}::text[], ${sql.ref(`${placed}.marker_name`)}), ${byTime(passages, placed)}`,
    offset: skip,
    limit: slice.limit,
    withScores: true,
  });
}

const sumOf = (groups: readonly { readonly count: number }[]) => groups.reduce((sum, { count }) => sum + count, 0);

/** Passages without a marker come last in either direction. */
async function readByMarker(reader: Reader, page: PageAsk, total: number): Promise<FoundPassage[]> {
  const { ask, slice, descending } = page;
  const marked = await listMarked(reader, ask, descending);
  const count = sumOf(marked);
  const first = { offset: slice.offset, limit: Math.max(0, Math.min(slice.limit, count - slice.offset)) };
  const rest = { offset: Math.max(0, slice.offset - count), limit: slice.limit - first.limit };
  const named = await readMarked(reader, { ...page, slice: first }, marked);
  if (rest.limit === 0) return named;
  const unmarked = await readByTime(reader, { ...page, slice: rest }, total - count, {
    where: sql`placed.marker_name is null`,
    count: async (span) => (await countPassages(reader, span)) - sumOf(await countByMarker(reader, span)),
    unwanted: count,
  });
  return [...named, ...unmarked];
}

/** `counts` are those of the devices; the slice is within them. */
export async function readPage(
  reader: Reader,
  ask: PassageAsk,
  slice: Slice,
  { sortBy, descending }: Pick<DeviceReportRequest, 'sortBy' | 'descending'>,
  counts: ReadonlyMap<number, number>,
): Promise<FoundPassage[]> {
  const page = { ask, slice, descending };
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  switch (sortBy) {
    case 'passageTimeStamp':
      return readByTime(reader, page, total, { count: (span) => countPassages(reader, span), unwanted: 0 });
    case 'uId':
      return readByUid(reader, page, counts);
    case 'markerName':
      return readByMarker(reader, page, total);
  }
}
