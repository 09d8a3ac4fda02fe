import { Checkbox } from '@mantine/core';
import type { Marker } from '@waymark/domain/path/marker';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import table from '#/ui/table/DataTable.module.css';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { useUnits } from '#/features/units/units.ts';
import { formatDistance } from '@waymark/domain/units/quantity';
import styles from '../Editor.module.css';
import {
  AUTO_SETTINGS,
  describeAuto,
  listTracked,
  toggleAll,
  toggleAuto,
  type AutoSetting,
} from './auto-settings.view.ts';

const PAGE_SIZE = 100;

interface AutoSettingsDialogProps {
  readonly isOpen: boolean;
  readonly title?: string;
  readonly subtitle?: string;
  readonly submitLabel?: string;
  readonly blockedBecause?: string | undefined;
  readonly markers: readonly Marker[];
  readonly onSave: (markers: readonly Marker[]) => unknown;
  readonly onClose: () => void;
}

interface SettingsTableProps {
  readonly markers: readonly Marker[];
  readonly onToggle: (name: string, setting: AutoSetting) => void;
}

function SettingsTable({ markers, onToggle }: SettingsTableProps) {
  const units = useUnits();
  return (
    <div className={styles.tableRows}>
      <table className={table.table} aria-label={t('TRACK markers')}>
        <thead>
          <tr>
            <th scope="col">{t('Marker')}</th>
            <th scope="col" data-number>
              {t('Distance')}
            </th>
            {AUTO_SETTINGS.map(({ setting, label }) => (
              <th key={setting} scope="col" className={styles.choice}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {markers.map((marker) => (
            <tr key={marker.name}>
              <td>{marker.name}</td>
              <td data-number>{formatDistance(marker.fromLaunchM, units)}</td>
              {AUTO_SETTINGS.map(({ setting, label }) => (
                <td key={setting} className={styles.choice}>
                  <Checkbox
                    aria-label={`${label}, ${marker.name}`}
                    checked={marker[setting]}
                    onChange={() => onToggle(marker.name, setting)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Chooses what the server does automatically at each marker during a run. */
export function AutoSettingsDialog(props: AutoSettingsDialogProps) {
  const {
    isOpen,
    title = t('Auto Settings'),
    subtitle,
    submitLabel = t('OK'),
    blockedBecause,
    markers,
    onSave,
    onClose,
  } = props;
  const [changed, setChanged] = useState(markers);
  const { rows, pager } = usePages(listTracked(changed), PAGE_SIZE);
  return (
    <FormDialog
      isOpen={isOpen}
      {...{ title, subtitle, submitLabel, blockedBecause }}
      note={describeAuto(changed)}
      onSubmit={() => onSave(changed)}
      onClose={onClose}
      width={560}
      isFlush
    >
      {pager.rowCount === 0 ? (
        <EmptyState>{t('No TRACK markers')}</EmptyState>
      ) : (
        <>
          <div className={styles.tableTools}>
            <span className={styles.tableSearch}>{t('TRACK markers')}</span>
            <span className={styles.actions}>
              {AUTO_SETTINGS.map(({ setting, label }) => (
                <Button key={setting} size="small" onClick={() => setChanged(toggleAll(changed, setting))}>
                  {t('Toggle All {setting}', { setting: label })}
                </Button>
              ))}
            </span>
          </div>
          <SettingsTable markers={rows} onToggle={(name, setting) => setChanged(toggleAuto(changed, name, setting))} />
          <ListFoot pager={pager} />
        </>
      )}
    </FormDialog>
  );
}
