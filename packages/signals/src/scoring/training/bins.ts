import { shorten } from '../features/vector.ts';

const BINS = 32;

/** The values of a feature, each as the number of limits below it. */
export interface BinnedColumn {
  readonly limits: readonly number[];
  readonly bins: Uint8Array;
}

function findLimits(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const quantiles = Array.from({ length: BINS - 1 }, (_, at) =>
    shorten(sorted[Math.floor(((at + 1) * sorted.length) / BINS)] ?? 0),
  );
  return [...new Set(quantiles)].toSorted((a, b) => a - b);
}

function findBin(limits: readonly number[], value: number): number {
  let bin = 0;
  while (bin < limits.length && value > (limits[bin] ?? 0)) bin += 1;
  return bin;
}

export function binColumns(rows: readonly Float64Array[], columns: number): BinnedColumn[] {
  return Array.from({ length: columns }, (_, column) => {
    const values = rows.map((row) => row[column] ?? 0);
    const limits = findLimits(values);
    return { limits, bins: Uint8Array.from(values, (value) => findBin(limits, value)) };
  });
}
