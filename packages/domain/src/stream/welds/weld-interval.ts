/** A hit sooner than this share of the usual interval is the same weld again. */
const DOUBLE_SHARE = 0.45;
/** Maximum of intervals that one gap may span when welds were not heard. */
const MOST_BRIDGED = 3;
const TOLERANCE = 0.3;
const LEAST_HITS = 8;
const MORE_HITS = 4;
/** A single gap is not reliable; if more welds are requested, two must agree. */
const LEAST_GAPS = 2;

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

const listGaps = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - (times[index] ?? at));

function mergeDoubles(hits: readonly number[], usual: number): number[] {
  const welds: number[] = [];
  for (const at of hits) {
    const last = welds.at(-1);
    if (last === undefined || at - last > DOUBLE_SHARE * usual) welds.push(at);
  }
  return welds;
}

/**
 * Time from weld to weld over the last `count` welds. It uses the median, because rear cups and missed welds would
 * distort an average; a gap counts as up to three intervals. null: unknown.
 */
export function findWeldInterval(hits: readonly number[], count: number): number | null {
  const recent = hits.slice(-Math.max(count + MORE_HITS, LEAST_HITS));
  const usual = findMedian(listGaps(recent));
  if (usual <= 0) return null;
  let time = 0;
  let intervals = 0;
  let gaps = 0;
  for (const gap of listGaps(mergeDoubles(recent, usual).slice(-count))) {
    const bridged = Math.max(1, Math.round(gap / usual));
    if (bridged > MOST_BRIDGED || Math.abs(gap / usual - bridged) > TOLERANCE) continue;
    time += gap;
    intervals += bridged;
    gaps += 1;
  }
  return gaps < Math.min(LEAST_GAPS, count - 1) ? null : time / intervals;
}
