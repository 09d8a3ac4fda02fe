import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import type { AuditFilter, ErrorFilter } from './audit.data.ts';

// What people type to narrow a log, and what the server is asked.

const REST = { start: '000000', end: '235959' };
const DAY_DIGITS = 8;
const SECOND_DIGITS = 14;

/** A UTC time to the second, the minute or the day, which its edge makes whole; null when it is none. */
export function readMoment(text: string, edge: 'start' | 'end'): string | null {
  const digits = text.trim().replaceAll(/[:\- T]/g, '');
  const isWhole = [DAY_DIGITS, SECOND_DIGITS - 2, SECOND_DIGITS].includes(digits.length);
  const parsed = isWhole ? parseTypedUtc(digits + REST[edge].slice(digits.length - DAY_DIGITS)) : undefined;
  return parsed?.ok ? formatUtcSecond(parsed.value) : null;
}

const INVALID_DATE = 'Invalid date';
const checkMoment = (text: string) => (text.trim() !== '' && readMoment(text, 'start') === null ? INVALID_DATE : null);

const keep = <Value>(value: Value | null | ''): Value | undefined =>
  value === null || value === '' ? undefined : value;

export interface AuditForm {
  readonly person: string;
  readonly objectType: string | null;
  readonly objectId: string;
  readonly group: string | null;
  readonly from: string;
  readonly to: string;
}

export const EMPTY_AUDIT_FORM: AuditForm = {
  person: '',
  objectType: null,
  objectId: '',
  group: null,
  from: '',
  to: '',
};

const timeChecks = { from: checkMoment, to: checkMoment };
export const auditChecks = timeChecks;

export function readAuditForm(form: AuditForm): AuditFilter {
  return {
    person: keep(form.person.trim()),
    objectType: keep(form.objectType),
    objectId: keep(form.objectId.trim()),
    groupId: form.group === null ? undefined : Number(form.group),
    startDate: keep(readMoment(form.from, 'start')),
    endDate: keep(readMoment(form.to, 'end')),
  };
}

export interface ErrorForm {
  readonly logId: string;
  readonly from: string;
  readonly to: string;
}

export const EMPTY_ERROR_FORM: ErrorForm = { logId: '', from: '', to: '' };

export const errorChecks = {
  logId: (text: string) => (/^\s*([1-9]\d{0,14})?\s*$/.test(text) ? null : 'A LogId is a number'),
  ...timeChecks,
};

export function readErrorForm(form: ErrorForm): ErrorFilter {
  return {
    logId: form.logId.trim() === '' ? undefined : Number(form.logId),
    startDate: keep(readMoment(form.from, 'start')),
    endDate: keep(readMoment(form.to, 'end')),
  };
}

export function isFiltered(filter: AuditFilter | ErrorFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
