/** A PostgreSQL array of numbers or booleans as its text: much cheaper than the driver's own. */
export function writeArray(values: ReadonlyArray<number | boolean | null>): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}
