import { t } from '#/language/t.ts';
import { checkMoment, readMoment } from '#/ui/clock/moment.ts';
import type { AuditFilter, ErrorFilter } from './audit.data.ts';

// The typed filter of a log, and its request.

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
  logId: (text: string) => (/^\s*([1-9]\d{0,14})?\s*$/.test(text) ? null : t('A LogId is a number')),
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
