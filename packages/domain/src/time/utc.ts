import { fail, succeed, type Result } from '../result.ts';

// The documents write every time as UTC text without a zone: 19 characters to the second,
// 23 to the millisecond (passages), 26 to the microsecond (database dates).

const FORM = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?Z?$/;

export type UtcFailure = 'not-a-date' | 'rolls-over';

/** UTC milliseconds of a text with 19 to 29 characters; T, Z and fewer decimals are accepted. */
export function parseUtc(text: string): Result<number, UtcFailure> {
  const found = FORM.exec(text.trim());
  if (!found) return fail('not-a-date');
  const [, year, month, day, hour, minute, second, fraction = ''] = found;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (formatUtcSecond(at) !== `${year}-${month}-${day} ${hour}:${minute}:${second}`) return fail('rolls-over');
  return succeed(at + Number(fraction.padEnd(3, '0').slice(0, 3)));
}

/**
 * A date typed by a user: 14 digits (year to second) without colons, dashes and spaces. Dates that roll over are
 * invalid.
 */
export function parseTypedUtc(text: string): Result<number, UtcFailure> {
  const digits = text.replaceAll(/[:\- ]/g, '');
  if (!/^\d{14}$/.test(digits)) return fail('not-a-date');
  const part = (from: number, to: number) => digits.slice(from, to);
  return parseUtc(`${part(0, 4)}-${part(4, 6)}-${part(6, 8)} ${part(8, 10)}:${part(10, 12)}:${part(12, 14)}`);
}

/** "YYYY-MM-DD HH:mm:ss" */
export function formatUtcSecond(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** "YYYY-MM-DD HH:mm:ss.SSS" */
export function formatUtcMillisecond(at: number): string {
  return new Date(at).toISOString().slice(0, 23).replace('T', ' ');
}

/** The first 19 characters, which are displayed for all three forms. */
export function cutToSecond(text: string): string {
  return text.slice(0, 19);
}

/** The 26-character form of database dates: microseconds, of which only the first three digits are known. */
export function formatUtcDatabase(at: number): string {
  return `${formatUtcMillisecond(at)}000`;
}
