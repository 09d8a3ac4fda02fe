/** A PostgreSQL array of numbers or booleans as its text: much cheaper than the driver's own. */
export function writeArray(values: ReadonlyArray<number | boolean | null>): string {
  const items = values.includes(null) ? values.map((value) => value ?? 'null') : values;
  return `{${items.join(',')}}`;
}

/** Of instants in UTC milliseconds, for a `timestamptz[]`. */
export function writeInstants(instants: readonly number[]): string {
  return `{${instants.map((at) => new Date(at).toISOString()).join(',')}}`;
}
