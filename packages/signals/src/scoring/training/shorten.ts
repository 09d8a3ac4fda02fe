const DIGITS = 6;

/** Six digits are enough for a model, and a third of its file. */
export function shorten(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
