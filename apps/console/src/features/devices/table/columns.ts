import { describePowerMode, describeSchedule, hasSchedule, UNKNOWN } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import { findCompany } from '../store/companies.ts';
import type { Device } from '../store/device.ts';

export const COLUMN_IDS = ['uid', 'company', 'heartbeat', 'mode', 'schedule', 'battery', 'signal', 'passage'] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const COLUMN_LABELS: Readonly<Record<ColumnId, string>> = {
  uid: t('UID'),
  company: t('Company'),
  heartbeat: t('Heartbeat'),
  mode: t('Mode'),
  schedule: t('Schedule'),
  battery: t('Battery'),
  signal: t('Signal'),
  passage: t('Last passage'),
};

export const DEFAULT_COLUMNS: readonly ColumnId[] = ['uid', 'company', 'mode'];

/** Columns with a small chart of the last hours or days. */
const WITH_TREND: readonly ColumnId[] = ['battery', 'signal', 'passage'];
export const hasTrend = (columns: readonly ColumnId[]): boolean => columns.some((id) => WITH_TREND.includes(id));

/** The company column exists only for users who see several. */
export const listColumns = (seesCompanies: boolean): readonly ColumnId[] =>
  COLUMN_IDS.filter((id) => id !== 'company' || seesCompanies);

/** Rows of a page. */
export const PAGE_SIZE = 15;

export function describeTableSchedule({ lastPowerMode, schedule }: Pick<Device, 'lastPowerMode' | 'schedule'>): string {
  return t(hasSchedule(lastPowerMode) ? describeSchedule(schedule) : UNKNOWN);
}

/** The sort key of a column; unknown values come first. */
export function sortKeyOf(column: ColumnId, device: Device): string | number {
  switch (column) {
    case 'uid':
      return device.uid;
    case 'company':
      return findCompany(device.groupId) ?? '';
    case 'heartbeat':
      return device.lastHeartbeat ?? '';
    case 'mode':
      return t(describePowerMode(device.lastPowerMode));
    case 'schedule':
      return hasSchedule(device.lastPowerMode) ? (device.schedule ?? -1) : -1;
    case 'battery':
      return device.lastBattery ?? -1;
    case 'signal':
      return device.lastSignalStrength ?? -Infinity;
    case 'passage':
      return device.lastPassage ?? '';
  }
}

export function compareBy(column: ColumnId, one: Device, other: Device): number {
  const [a, b] = [sortKeyOf(column, one), sortKeyOf(column, other)];
  if (a === b) return one.uid - other.uid;
  return a < b ? -1 : 1;
}

/** Whether a device's uid contains the typed digits. */
export function matchesUid({ uid }: Pick<Device, 'uid'>, text: string): boolean {
  return String(uid).includes(text.trim());
}
