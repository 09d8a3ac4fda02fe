import type { Marker } from '@waymark/domain/path/marker';
import { inchesToMetres } from '@waymark/domain/units/length';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { t } from '#/language/t.ts';
import type { SavedPath } from '#/features/runs/runs.data.ts';
import { findRunOnPath, type ActiveRun } from '#/features/runs/active-run.ts';

export const DELETE_QUESTION = t('Confirm delete of pig run');
export const CANCEL_QUESTION = t('Are you sure you want to cancel?');
export const PATH_IN_USE = t('There is an active run on this path.');

type Counted = Pick<SavedPath, 'markers' | 'agms' | 'pigs'>;

/** "31 markers, 11 AGMs, 2 pigs" */
export function describeCounts({ markers, agms, pigs }: Counted): string {
  return [
    t('{count} marker|{count} markers', { count: markers.length }),
    t('{count} AGM|{count} AGMs', { count: agms.length }),
    t('{count} pig|{count} pigs', { count: pigs.length }),
  ].join(', ');
}

/** Searches name and pigs. */
export function findPaths<Path extends Pick<SavedPath, 'name' | 'pigs'>>(
  paths: readonly Path[],
  sought: string,
): readonly Path[] {
  const text = sought.trim().toLowerCase();
  return text === ''
    ? paths
    : paths.filter(({ name, pigs }) => [name, ...pigs].some((each) => each.toLowerCase().includes(text)));
}

/** A superadmin's list contains paths of several companies. */
export function hasSeveralCompanies(paths: readonly Pick<SavedPath, 'groupId'>[]): boolean {
  return paths.some(({ groupId }) => groupId !== paths[0]?.groupId);
}

export function nameCsv({ name }: Pick<SavedPath, 'name'>): string {
  return `${name}.csv`;
}

/** Reason why Launch Pig is disabled; null: it is enabled. */
export function explainLaunchBlock(
  path: Pick<SavedPath, 'pathId'> | undefined,
  runs: readonly ActiveRun[] | undefined,
): string | null {
  if (!path) return t('Select a pig run.');
  if (!runs) return t('The active runs are not known yet.');
  return findRunOnPath(runs, path.pathId) ? PATH_IN_USE : null;
}

/** "Cushing to Tulsa": both ends in the pig's direction. */
export function describeWay(markers: readonly Pick<Marker, 'name'>[], isBackward: boolean): string {
  const [first, last] = [markers[0], markers.at(-1)];
  if (!first || !last) return '';
  const [from, to] = isBackward ? [last, first] : [first, last];
  return t('{from} to {to}', { from: from.name, to: to.name });
}

/** The documents store the diameter in inches: "16 in" or "406.4 mm". */
export function describeDiameter({ pipelineDiameter }: Pick<SavedPath, 'pipelineDiameter'>, units: UnitSystem): string {
  return units === 'us'
    ? t('{number} in', { number: pipelineDiameter })
    : formatQuantity('diameter', inchesToMetres(pipelineDiameter), units, 1);
}

export function describeNotifications({ notifications }: Pick<SavedPath, 'notifications'>): string {
  return notifications.length === 0 ? t('None') : t('{count} user|{count} users', { count: notifications.length });
}
