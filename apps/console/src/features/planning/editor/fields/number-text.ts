/** null: empty; NaN: not a number. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Formats a number that was not typed, such as that of a saved path. */
export function writeNumber(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value);
}

/** Whether the text already has this value. */
export function says(text: string, value: number | null): boolean {
  return Object.is(readNumber(text), value);
}
