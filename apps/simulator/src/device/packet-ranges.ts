// Sorted ranges of packet numbers, both ends included.

export type PacketRange = readonly [first: number, last: number];

/** The union of both, sorted, limited to the last packet. */
export function joinRanges(
  some: readonly PacketRange[],
  others: readonly PacketRange[],
  of: number,
): readonly PacketRange[] {
  const joined: [number, number][] = [];
  for (const [first, end] of [...some, ...others].toSorted((one, other) => one[0] - other[0])) {
    const last = Math.min(end, of);
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else if (first <= last) joined.push([first, last]);
  }
  return joined;
}

/** The first numbers, and the remaining ranges. */
export function takeNumbers(
  ranges: readonly PacketRange[],
  count: number,
): { readonly taken: readonly number[]; readonly rest: readonly PacketRange[] } {
  const taken: number[] = [];
  const rest = ranges.flatMap(([first, last]): PacketRange[] => {
    let next = first;
    while (next <= last && taken.length < count) taken.push(next++);
    return next <= last ? [[next, last]] : [];
  });
  return { taken, rest };
}
