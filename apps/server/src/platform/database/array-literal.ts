/** Writes numbers or booleans as a PostgreSQL array literal, much cheaper than the driver does. */
export function writeArray(values: ReadonlyArray<number | boolean | null>): string {
  const items = values.includes(null) ? values.map((value) => value ?? 'null') : values;
  return `{${items.join(',')}}`;
}

/** Writes instants in UTC milliseconds as a `timestamptz[]` literal. */
export function writeInstants(instants: readonly number[]): string {
  return `{${instants.map((at) => new Date(at).toISOString()).join(',')}}`;
}
