import { useState, type KeyboardEvent } from 'react';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import type { Device } from '../store/device.ts';
import { matchesUid } from '../table/columns.ts';
import { useAreDevicesLoaded } from '../store/use-devices.ts';
import {
  sweepChoice,
  toggleUid,
  type Sweep,
  AGM_COLUMN_LABELS,
  AGM_COLUMNS,
  AGM_STATES,
  describeAgmLink,
  describeFirmware,
  orderBy,
  sortAgms,
  stateOf,
  type AgmOrder,
} from './agm-choice.view.ts';
import styles from './SelectAgmsDialog.module.css';
import { Checkbox } from '@mantine/core';
import { EmptyState, SkeletonRows } from '#/ui/state/DataState.tsx';
import table from '#/ui/table/DataTable.module.css';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SortHeader } from '#/ui/table/SortHeader.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { useDeviceLoad } from '../store/devices.data.ts';
import { LoadFailure } from '../table/DeviceRows.tsx';
import { moveRowFocus } from '../table/row-focus.ts';
import { serverNow } from '#/live/clock-store.ts';

/** A page of this size renders fast, however many devices there are. */
const PAGE_SIZE = 50;
const BARS = [{ width: 15 }, { width: 90 }, { width: 40 }, { width: 60 }, { width: 60 }];

interface RowProps {
  readonly device: Device;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onToggle: (uid: number) => void;
}

function AgmRow({ device, isChosen, isTabStop, onToggle }: RowProps) {
  const { uid } = device;
  const state = stateOf(device, serverNow());
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === 'Enter' || event.key === ' ') onToggle(uid);
    else if (!moveRowFocus(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <tr
      className={table.row}
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onToggle(uid)}
      onKeyDown={onKeyDown}
    >
      <td className={styles.mark}>
        <Checkbox.Indicator className={styles.box} checked={isChosen} size={15} aria-hidden />
      </td>
      <td>
        <span className={styles.uid}>
          <DeviceIcon device={device} size={20} />
          {uid}
        </span>
      </td>
      <td>{describeFirmware(device)}</td>
      <td>{describeAgmLink(device)}</td>
      <td className={styles.state} data-state={state}>
        {AGM_STATES[state]}
      </td>
    </tr>
  );
}

interface AgmChoiceTableProps {
  readonly found: readonly Device[];
  readonly isFiltered: boolean;
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (uid: number) => void;
}

/** The devices to choose from, in pages. */
function AgmChoiceTable({ found, isFiltered, chosen, onToggle }: AgmChoiceTableProps) {
  const areLoaded = useAreDevicesLoaded();
  const hasFailed = useDeviceLoad(({ error }) => error !== null);
  const [order, setOrder] = useState<AgmOrder>({ column: 'uid', direction: 'asc' });
  const { rows, pager } = usePages(sortAgms(found, order, serverNow()), PAGE_SIZE);
  const isLoading = !areLoaded && !hasFailed;
  return (
    <>
      {hasFailed && <LoadFailure />}
      {areLoaded && found.length === 0 && (
        <EmptyState>{isFiltered ? t('No results') : t('No devices found')}</EmptyState>
      )}
      {(isLoading || found.length > 0) && (
        <div className={styles.rows}>
          <table
            className={table.table}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of rows to choose
            role="grid"
            aria-label={t('AGMs')}
            aria-multiselectable
            aria-rowcount={found.length}
            aria-busy={isLoading}
          >
            <thead>
              <tr>
                <th scope="col" className={styles.mark}>
                  <span className="visually-hidden">{t('Selected')}</span>
                </th>
                {AGM_COLUMNS.map((column) => (
                  <SortHeader
                    key={column}
                    label={AGM_COLUMN_LABELS[column]}
                    direction={order.column === column && order.direction}
                    onSort={() => {
                      setOrder(orderBy(column, order));
                      pager.onPage(1);
                    }}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {isLoading && <SkeletonRows columns={BARS} rows={8} />}
              {rows.map((device, index) => (
                <AgmRow
                  key={device.uid}
                  device={device}
                  isChosen={chosen.has(device.uid)}
                  isTabStop={index === 0}
                  onToggle={onToggle}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ListFoot pager={pager} />
    </>
  );
}

interface SelectAgmsDialogProps {
  readonly isOpen: boolean;
  /** Texts of the panel that opens the dialog. */
  readonly title: string;
  readonly devices: readonly Device[];
  readonly chosen: readonly number[];
  readonly sweeps?: readonly Sweep[];
  readonly onSelect: (uids: readonly number[]) => void;
  readonly onClose: () => void;
}

const SWEEP_LABELS: Readonly<Record<Sweep, string>> = {
  all: t('All'),
  none: t('None'),
  connected: t('Connected only'),
};

/** Enter in the search field must not submit the form. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Chooses devices from a list. */
export function SelectAgmsDialog(props: SelectAgmsDialogProps) {
  const { isOpen, title, devices, chosen, sweeps = ['all', 'none'], onSelect, onClose } = props;
  const areLoaded = useAreDevicesLoaded();
  const [draft, setDraft] = useState<ReadonlySet<number>>(() => new Set(chosen));
  const [sought, setSought] = useState('');
  const found = devices.filter((device) => matchesUid(device, sought));
  const select = () => onSelect(devices.map(({ uid }) => uid).filter((uid) => draft.has(uid)));
  const count = devices.filter(({ uid }) => draft.has(uid)).length;
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel={t('Select')}
      blockedBecause={areLoaded ? undefined : t('The devices are still loading.')}
      note={
        <span role="status" className="tabular">
          {t('{number} of {total} selected', { number: formatCount(count), total: formatCount(devices.length) })}
        </span>
      }
      onSubmit={select}
      onClose={onClose}
      width={600}
      isFlush
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is the field's */}
      <div className={styles.tools} onKeyDown={keepEnter}>
        <div className={styles.search}>
          <SearchField label={t('Find a UID')} onSearch={setSought} />
        </div>
        <div
          className={styles.sweeps}
          role="group"
          aria-label={sought.trim() === '' ? t('Select') : t('Select of what is found')}
        >
          {sweeps.map((sweep) => (
            <Button
              key={sweep}
              size="small"
              disabled={found.length === 0}
              onClick={() => setDraft(sweepChoice(draft, found, sweep))}
            >
              {SWEEP_LABELS[sweep]}
            </Button>
          ))}
        </div>
      </div>
      <AgmChoiceTable
        found={found}
        isFiltered={sought.trim() !== ''}
        chosen={draft}
        onToggle={(uid) => setDraft(toggleUid(draft, uid))}
      />
    </FormDialog>
  );
}
