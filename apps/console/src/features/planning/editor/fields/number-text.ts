/** null: nothing was entered; NaN: no number. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
}

/** A number that was not typed here, e.g. of a saved path. */
export function writeNumber(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value);
}

/** Whether the text already says this number. */
export function says(text: string, value: number | null): boolean {
  return Object.is(readNumber(text), value);
}
