import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { findPassages, orderByTime, type FoundPassage, type PassageAsk } from './device-passages.queries.ts';
import { countByDay } from './passage-counts.queries.ts';
import { planSpans } from './plan-spans.ts';

// Reads all passages of devices in the order of time, span after span, each sized to fill a page, so that the index by
// device and time serves every page and the database holds nothing while the reader is slow.

export const PASSAGES_A_PAGE = 2000;
/** A page that is not full says little about the next one. */
const MOST_GROWTH = 4;
/** The share of a page that a span should fill by the counters: what does not fit is read a second time. */
const FULL = 0.75;

interface TimeOrder {
  readonly descending: boolean;
  /** Restricts the passages further. */
  readonly where?: RawBuilder<SqlBool>;
  /** Whether few are expected: then they are not counted first. */
  readonly isSmall?: boolean;
}

function comesAfter(last: FoundPassage, isDescending: boolean): RawBuilder<SqlBool> {
  const sign = isDescending ? sql`<` : sql`>`;
  return sql`(passages.passage_at, passages.uid, passages.end_of_snip_at) ${sign}
    (${last.passage_at}::timestamptz, ${last.uid}::bigint, ${last.end_of_snip_at}::timestamptz)`;
}

const joinConditions = (one: RawBuilder<SqlBool> | undefined, other: RawBuilder<SqlBool> | null) =>
  one && other ? sql<SqlBool>`${one} and ${other}` : (one ?? other ?? undefined);

/** The length of the next span, from the number of rows in the last one. */
function adaptWidth(widthMs: number, rows: readonly FoundPassage[]): number {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first && last && rows.length === PASSAGES_A_PAGE)
    return Math.max(1, Math.abs(last.passage_at.getTime() - first.passage_at.getTime()));
  return Math.ceil(widthMs * Math.min(MOST_GROWTH, (PASSAGES_A_PAGE * FULL) / Math.max(1, rows.length)));
}

async function* readSpan(
  reader: Reader,
  ask: PassageAsk,
  { descending, where }: TimeOrder,
): AsyncGenerator<FoundPassage[], void, undefined> {
  let { from, until } = ask;
  let widthMs = until - from;
  let last: FoundPassage | null = null;
  while (from < until) {
    const span = descending
      ? { from: Math.max(from, until - widthMs), until }
      : { from, until: Math.min(until, from + widthMs) };
    const isAfter: RawBuilder<SqlBool> | null = last && comesAfter(last, descending);
    const cut = {
      where: joinConditions(where, isAfter),
      orderBy: orderByTime(descending),
      limit: PASSAGES_A_PAGE,
      withScores: false,
    };
    const rows: FoundPassage[] = await findPassages(reader, { ...ask, ...span }, cut);
    last = rows.length === PASSAGES_A_PAGE ? (rows.at(-1) ?? null) : null;
    const reached = last?.passage_at.getTime();
    if (descending) until = reached === undefined ? span.from : reached + 1;
    else from = reached ?? span.until;
    widthMs = adaptWidth(widthMs, rows);
    if (rows.length > 0) yield rows;
  }
}

export async function* readByTime(
  reader: Reader,
  ask: PassageAsk,
  order: TimeOrder,
): AsyncGenerator<FoundPassage[], void, undefined> {
  const spans = planSpans(ask, order.isSmall ? [] : await countByDay(reader, ask), PASSAGES_A_PAGE * FULL);
  for (const span of order.descending ? spans.toReversed() : spans) yield* readSpan(reader, { ...ask, ...span }, order);
}
