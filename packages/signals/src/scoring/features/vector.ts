const DIGITS = 6;

/** Six digits suffice for a model and save two thirds of its file. */
export function shorten(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

// Vector operations over a whole record. Plain loops, because scoring a record takes some hundred thousand products.

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

export function findMean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

export function center(values: Float64Array): Float64Array {
  const mean = findMean(values);
  return values.map((value) => value - mean);
}

/** Scales to length 1; a zero vector stays zero. */
export function normalize(values: Float64Array): Float64Array {
  const length = Math.sqrt(dot(values, values));
  return length < 1e-9 ? new Float64Array(values.length) : values.map((value) => value / length);
}

/** Removes the projections onto orthonormal directions. */
export function removeDirections(values: Float64Array, directions: readonly Float64Array[]): Float64Array {
  const left = Float64Array.from(values);
  for (const direction of directions) {
    const share = dot(left, direction);
    for (let at = 0; at < left.length; at++) left[at] = (left[at] ?? 0) - share * (direction[at] ?? 0);
  }
  return left;
}
