import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';

// A time that a user types to filter a list.

const REST = { start: '000000', end: '235959' };
const DAY_DIGITS = 8;
const SECOND_DIGITS = 14;

/** Parses a UTC time to the second, the minute or the day, completed to its start or end; null if it is invalid. */
export function readMoment(text: string, edge: 'start' | 'end'): string | null {
  const digits = text.trim().replaceAll(/[:\- T]/g, '');
  const isWhole = [DAY_DIGITS, SECOND_DIGITS - 2, SECOND_DIGITS].includes(digits.length);
  const parsed = isWhole ? parseTypedUtc(digits + REST[edge].slice(digits.length - DAY_DIGITS)) : undefined;
  return parsed?.ok ? formatUtcSecond(parsed.value) : null;
}

const INVALID_DATE = t('Invalid date');

/** The error of a time; null if it is valid or empty. */
export function checkMoment(text: string): string | null {
  return text.trim() !== '' && readMoment(text, 'start') === null ? INVALID_DATE : null;
}
