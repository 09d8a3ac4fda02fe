import { findMedian } from '../../median.ts';

/** The range of a record with data: a snippet is 0 before and after it. */
export interface Content {
  readonly from: number;
  readonly to: number;
}

export function findContent(samples: ArrayLike<number>): Content {
  let [from, to] = [0, samples.length];
  while (from < to && samples[from] === 0) from += 1;
  while (to > from && samples[to - 1] === 0) to -= 1;
  return { from, to };
}

/** Subtracts the median within the content, so that the ends of a snippet are not steps. */
export function takeFloorAway(samples: Float64Array, { from, to }: Content): Float64Array {
  const floor = findMedian(samples.subarray(from, to));
  return samples.map((sample, at) => (at >= from && at < to ? sample - floor : 0));
}
