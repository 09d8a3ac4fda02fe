import type { Slice } from '../../platform/database/page.ts';
import type { PassageAsk } from './device-passages.queries.ts';

// Chooses the part of a long report to read, by the counts of its days, devices or markers. The counts of days are
// approximate: they go by the end of the snippet, and include all of the first and last day.

const DAY_MS = 86_400_000;

export interface DayCount {
  /** UTC milliseconds of its start. */
  readonly at: number;
  readonly count: number;
}

type Span = Pick<PassageAsk, 'from' | 'until'>;

/** Splits the whole range into spans of about this many passages, at least a day each. */
export function planSpans({ from, until }: Span, days: readonly DayCount[], rows: number): Span[] {
  const cuts: number[] = [];
  let sum = 0;
  for (const { at, count } of days) {
    if (at > from && at < until && (sum + count > rows || cuts.length === 0)) {
      cuts.push(at);
      sum = 0;
    }
    sum += count;
  }
  const edges = [from, ...cuts, until];
  return edges.slice(1).map((edge, at) => ({ from: edges[at] ?? from, until: edge }));
}

/**
 * The time range of the rows from `offset` on, sorted by time: none of them is before it, and none after it if the
 * days' `slack` (counted but unwanted passages) is considered.
 */
export function bracketRows(
  { from, until }: Span,
  days: readonly DayCount[],
  rows: { readonly offset: number; readonly limit: number; readonly slack: number },
): Span {
  const span = { from, until };
  const enough = rows.offset + rows.limit + rows.slack + (days[0]?.count ?? 0);
  let before = 0;
  for (const { at, count } of days) {
    if (before <= rows.offset) span.from = Math.max(from, Math.min(at, until));
    if (before >= enough) {
      span.until = Math.min(until, at + DAY_MS);
      break;
    }
    before += count;
  }
  return span;
}

/** The groups that a slice of their concatenated rows touches, and the number of their rows before it. */
export function findGroups<Group extends { readonly count: number }>(
  groups: readonly Group[],
  { offset, limit }: Slice,
): { readonly groups: Group[]; readonly skip: number } {
  const found: Group[] = [];
  let [before, skip] = [0, 0];
  for (const group of groups) {
    if (before < offset + limit && before + group.count > offset && group.count > 0) {
      if (found.length === 0) skip = offset - before;
      found.push(group);
    }
    before += group.count;
  }
  return { groups: found, skip: Math.max(0, skip) };
}
