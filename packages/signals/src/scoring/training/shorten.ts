const DIGITS = 6;

/** Six digits suffice for a model and save two thirds of its file. */
export function shorten(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
