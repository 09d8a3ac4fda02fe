import { markText } from '@waymark/domain/language/translate';
import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';

// The mask YYYY-MM-DD HH:mm:ss of a UTC time field.

export const UTC_MASK = markText('YYYY-MM-DD HH:mm:ss');

const DIGITS = 14;
/** The separator before the digit with this index. */
const SEPARATORS: Readonly<Record<number, string>> = { 4: '-', 6: '-', 8: ' ', 10: ':', 12: ':' };

function spread(digits: string): string {
  return Array.from(digits.slice(0, DIGITS), (digit, at) => (SEPARATORS[at] ?? '') + digit).join('');
}

/**
 * Inserts separators while the user types digits at the end; corrections in the middle and pasted times are not
 * changed.
 */
export function maskUtc(before: string, typed: string): string {
  const kept = typed.replaceAll('T', ' ').replaceAll(/[^\d\-: ]/g, '');
  const isAppended = typed.length === before.length + 1 && typed.startsWith(before);
  return isAppended || /^\d+$/.test(kept) ? spread(kept.replaceAll(/\D/g, '')) : kept.slice(0, UTC_MASK.length);
}

/** UTC milliseconds of the typed text; null: not a time. */
export function readUtc(typed: string): number | null {
  const at = parseTypedUtc(typed);
  return at.ok ? at.value : null;
}

/** For the browser's own picker, which does not know UTC: "2026-03-18T00:06:51". */
export function toPicker(typed: string): string {
  const at = readUtc(typed);
  return at === null ? '' : formatUtcSecond(at).replace(' ', 'T');
}

/** A picker omits seconds of 0. */
export function fromPicker(picked: string): string {
  const text = picked.replace('T', ' ').slice(0, UTC_MASK.length);
  return text.length === 16 ? `${text}:00` : text;
}
