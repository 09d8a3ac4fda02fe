/** First and last number, both included. */
export type PacketRange = [first: number, last: number];

/** The packets 1 to `total` that are not in `received` (ascending), as at most `most` ranges. */
export function listMissingRanges(received: readonly number[], total: number, most: number): PacketRange[] {
  const ranges: PacketRange[] = [];
  let next = 1;
  for (const n of [...received, total + 1]) {
    if (n > next) ranges.push([next, n - 1]);
    if (ranges.length === most) return ranges;
    next = Math.max(next, n + 1);
  }
  return ranges;
}
