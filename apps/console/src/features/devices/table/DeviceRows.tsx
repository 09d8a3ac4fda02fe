import { t } from '#/language/t.ts';
import { EmptyState, ErrorState, SkeletonRows } from '#/ui/state/DataState.tsx';
import styles from '#/ui/table/DataTable.module.css';
import { SortHeader } from '#/ui/table/SortHeader.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { reloadDevices, useDeviceLoad } from '../store/devices.data.ts';
import { useSelection } from '../store/selection.ts';
import { useAreDevicesLoaded } from '../store/use-devices.ts';
import { COLUMN_IDS, COLUMN_LABELS, hasTrend, type ColumnId } from './columns.ts';
import type { useDeviceGrid } from './device-grid.ts';
import { DeviceRow } from './DeviceRow.tsx';
import { useTrends } from './trends.data.ts';

const WIDTHS: Readonly<Record<ColumnId, number>> = {
  uid: 110,
  company: 120,
  heartbeat: 120,
  mode: 70,
  schedule: 100,
  battery: 120,
  signal: 130,
  passage: 200,
};

const PLACEHOLDER_ROWS = 4;

interface DeviceRowsProps {
  readonly grid: ReturnType<typeof useDeviceGrid>;
  readonly isFiltered: boolean;
  readonly onChoose: (uid: number) => void;
}

/** Says why the list is missing. */
export function LoadFailure() {
  const { isLoading, error } = useDeviceLoad();
  if (!error) return null;
  const { logId } = toShownError(error);
  return (
    <ErrorState
      title={t('Devices did not load')}
      why={error.message}
      logId={logId}
      onRetry={reloadDevices}
      isRetrying={isLoading}
    />
  );
}

/** Head and rows of the current page, or the reason why there are none. */
export function DeviceRows({ grid: { table, rowCount }, isFiltered, onChoose }: DeviceRowsProps) {
  const areLoaded = useAreDevicesLoaded();
  const hasFailed = useDeviceLoad(({ error }) => error !== null);
  const selectedUid = useSelection((selection) => selection.uid);
  const rows = table.getRowModel().rows;
  const shown = COLUMN_IDS.filter((id) => table.getColumn(id)?.getIsVisible());
  const tabStop = rows.some(({ original }) => original.uid === selectedUid) ? selectedUid : rows[0]?.original.uid;
  const trends = useTrends(
    rows.map(({ original }) => original.uid),
    hasTrend(shown),
  );
  const isLoading = !areLoaded && !hasFailed;
  return (
    <div className={styles.scroll}>
      {hasFailed && <LoadFailure />}
      {(areLoaded || !hasFailed) && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of rows that are chosen
        <table className={styles.table} role="grid" aria-label={t('Devices')} aria-rowcount={rowCount}>
          <thead>
            <tr>
              {shown.map((id) => {
                const column = table.getColumn(id);
                return (
                  <SortHeader
                    key={id}
                    label={COLUMN_LABELS[id]}
                    direction={column?.getIsSorted() ?? false}
                    onSort={() => column?.toggleSorting()}
                  />
                );
              })}
            </tr>
          </thead>
          <tbody>
            {isLoading && <SkeletonRows columns={shown.map((id) => ({ width: WIDTHS[id] }))} rows={PLACEHOLDER_ROWS} />}
            {rows.map(({ original: { uid } }) => (
              <DeviceRow
                key={uid}
                uid={uid}
                columns={shown}
                trend={trends.get(uid)}
                isTabStop={uid === tabStop}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      )}
      {isLoading && (
        <p className={styles.foot} role="status">
          {t('Loading devices')}
        </p>
      )}
      {areLoaded && rowCount === 0 && <EmptyState>{isFiltered ? t('No results') : t('No devices found')}</EmptyState>}
    </div>
  );
}
