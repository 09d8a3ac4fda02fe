import {
  CONTROL_COLUMNS,
  CONTROL_NOTES,
  CONTROL_HEADINGS,
  CONTROL_TIMES,
  DECIMAL_COLUMNS,
  LENGTH_COLUMNS,
  LENGTH_UNITS,
  MOST_DECIMALS,
  USUAL_LAYOUT,
  type ControlColumn,
  type ControlTime,
  type LengthUnit,
} from '@waymark/domain/report/control-columns';
import { t } from '#/language/t.ts';
import type { ControlProfile, SentProfile } from './control-profiles.data.ts';

/** A column in the form; `key` stays the same while columns move. */
export interface ColumnRow {
  readonly key: number;
  readonly column: ControlColumn;
  readonly heading: string;
  readonly unit: LengthUnit;
  readonly decimals: number | string;
}

export interface ProfileForm {
  readonly id: number | null;
  readonly name: string;
  readonly timeFormat: ControlTime;
  /** Empty: gaps are not listed. */
  readonly gapKm: number | string;
  readonly columns: readonly ColumnRow[];
}

const TIME_LABELS: Readonly<Record<ControlTime, string>> = {
  utc: '2026-03-18 08:12:44.123',
  second: '2026-03-18 08:12:44',
  iso: '2026-03-18T08:12:44.123Z',
  unix: t('Seconds since 1970'),
};

export const COLUMN_CHOICES = CONTROL_COLUMNS.map((value) => ({ value, label: t(CONTROL_NOTES[value]) }));
export const TIME_CHOICES = CONTROL_TIMES.map((value) => ({ value, label: TIME_LABELS[value] }));
export const UNIT_CHOICES = LENGTH_UNITS.map((value) => ({ value, label: value }));

export const hasUnit = ({ column }: Pick<ColumnRow, 'column'>): boolean => LENGTH_COLUMNS.has(column);
export const hasDecimals = ({ column }: Pick<ColumnRow, 'column'>): boolean => DECIMAL_COLUMNS.has(column);

/** A column as it usually is. */
export function usualRow(key: number, column: ControlColumn): ColumnRow {
  const usual = USUAL_LAYOUT.columns.find((each) => each.column === column);
  return { key, column, heading: CONTROL_HEADINGS[column], unit: 'm', decimals: 0, ...usual };
}

export function beginProfile(profile: ControlProfile | null): ProfileForm {
  const { id, name, timeFormat, gapKm, columns } = profile ?? {
    id: null,
    name: '',
    timeFormat: USUAL_LAYOUT.timeFormat,
    gapKm: 2,
    columns: USUAL_LAYOUT.columns,
  };
  return { id, name, timeFormat, gapKm: gapKm ?? '', columns: columns.map((column, key) => ({ ...column, key })) };
}

const isDecimals = (value: number | string) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_DECIMALS;

/** Why the form cannot be sent; null: it can. */
export function findProfileFault({ name, gapKm, columns }: ProfileForm): string | null {
  if (name.trim() === '') return t('Enter a name.');
  if (columns.length === 0) return t('Add a column.');
  if (columns.some(({ heading }) => heading.trim() === '')) return t('Each column needs a heading.');
  if (columns.some((row) => hasDecimals(row) && !isDecimals(row.decimals)))
    return t('Decimals are whole numbers from 0 to {most}.', { most: MOST_DECIMALS });
  return gapKm === '' || Number(gapKm) > 0 ? null : t('A gap is longer than 0 km.');
}

export const toSentProfile = ({ id, name, timeFormat, gapKm, columns }: ProfileForm): SentProfile => ({
  id,
  name: name.trim(),
  timeFormat,
  gapKm: gapKm === '' ? null : Number(gapKm),
  columns: columns.map(({ column, heading, unit, decimals }) => ({
    column,
    heading: heading.trim(),
    unit,
    decimals: Number(decimals) || 0,
  })),
});

/** Moves a column by one place. */
export function moveRow(rows: readonly ColumnRow[], key: number, by: -1 | 1): readonly ColumnRow[] {
  const at = rows.findIndex((row) => row.key === key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= rows.length) return rows;
  const moved = rows.filter((row) => row.key !== key);
  return [...moved.slice(0, to), ...rows.slice(at, at + 1), ...moved.slice(to)];
}

export const nextKey = (rows: readonly ColumnRow[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1;

export const describeProfile = ({ columns, gapKm }: ControlProfile): string => {
  const count = t('{count} column|{count} columns', { count: columns.length });
  return gapKm === null ? count : t('{columns}, gaps longer than {gap} km', { columns: count, gap: gapKm });
};
