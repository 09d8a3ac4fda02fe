import { MOST_GAP_KM } from '@waymark/contract/routes/control-points';
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
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
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
  /** null: gaps are not listed; NaN: not a number. */
  readonly gapKm: number | null;
  readonly columns: readonly ColumnRow[];
}

export const METRES_PER_KM = 1000;

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
  return { id, name, timeFormat, gapKm, columns: columns.map((column, key) => ({ ...column, key })) };
}

const isDecimals = (value: number | string) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_DECIMALS;

/** Why the form cannot be sent; null: it can. */
export function findProfileFault({ name, gapKm, columns }: ProfileForm, units: UnitSystem): string | null {
  if (name.trim() === '') return t('Enter a name.');
  if (columns.length === 0) return t('Add a column.');
  if (columns.some(({ heading }) => heading.trim() === '')) return t('Each column needs a heading.');
  if (columns.some((row) => hasDecimals(row) && !isDecimals(row.decimals)))
    return t('Decimals are whole numbers from 0 to {most}.', { most: MOST_DECIMALS });
  if (gapKm === null || (gapKm > 0 && gapKm <= MOST_GAP_KM)) return null;
  return t('A gap is longer than 0 and at most {most}.', {
    most: formatQuantity('far', MOST_GAP_KM * METRES_PER_KM, units, 0),
  });
}

export const toSentProfile = ({ id, name, timeFormat, gapKm, columns }: ProfileForm): SentProfile => ({
  id,
  name: name.trim(),
  timeFormat,
  gapKm,
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

export const describeProfile = (
  { columns, gapKm }: Pick<ControlProfile, 'columns' | 'gapKm'>,
  units: UnitSystem,
): string => {
  const count = t('{count} column|{count} columns', { count: columns.length });
  if (gapKm === null) return count;
  const gap = formatQuantity('far', gapKm * METRES_PER_KM, units);
  return t('{columns}, gaps longer than {gap}', { columns: count, gap });
};
