import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';

/** The typed date range of the history; both ends are included. */
export interface FilterForm {
  readonly from: string;
  readonly to: string;
}

export const EMPTY_FILTER_FORM: FilterForm = { from: '', to: '' };

/** In the form of the request: "YYYY-MM-DD HH:mm:ss". */
export interface HistoryFilter {
  readonly startDate?: string;
  readonly endDate?: string;
}

const DAY_DIGITS = 8;
const REST = { from: '000000', to: '235959' } as const;

/** A day from 00:00:00 to 23:59:59, or a time to the second; null: not a date. */
export function readEdge(text: string, edge: 'from' | 'to'): string | null {
  const digits = text.trim().replaceAll(/[:\- ]/g, '');
  const parsed = parseTypedUtc(digits.length === DAY_DIGITS ? digits + REST[edge] : text);
  return parsed.ok ? formatUtcSecond(parsed.value) : null;
}

const isEmpty = (text: string) => text.trim() === '';

const INVALID = t('Invalid date');
const REVERSED = t('From is after To');

function checkTo(text: string, { from }: FilterForm): string | null {
  if (isEmpty(text)) return null;
  const end = readEdge(text, 'to');
  if (end === null) return INVALID;
  const start = readEdge(from, 'from');
  return start !== null && start > end ? REVERSED : null;
}

export const filterChecks = {
  from: (text: string) => (isEmpty(text) || readEdge(text, 'from') !== null ? null : INVALID),
  to: checkTo,
};

export function readFilter({ from, to }: FilterForm): HistoryFilter {
  const [startDate, endDate] = [readEdge(from, 'from'), readEdge(to, 'to')];
  return { ...(startDate !== null && { startDate }), ...(endDate !== null && { endDate }) };
}

export function isFiltered(filter: HistoryFilter): boolean {
  return filter.startDate !== undefined || filter.endDate !== undefined;
}

const SECOND_LENGTH = 19;

/** Whether the filter includes a row of this time. */
export function isWithin(filter: HistoryFilter, time: string): boolean {
  const second = time.slice(0, SECOND_LENGTH);
  const { startDate = second, endDate = second } = filter;
  return startDate <= second && second <= endDate;
}
