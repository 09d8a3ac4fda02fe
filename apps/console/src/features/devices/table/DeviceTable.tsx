import { useState } from 'react';
import { Menu } from '@mantine/core';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { BottomDrawer } from '#/ui/sheet/BottomDrawer.tsx';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { useAreDevicesLoaded } from '../store/use-devices.ts';
import { chooseDevice } from './choose-device.ts';
import { PAGE_SIZE, COLUMN_LABELS, listColumns } from './columns.ts';
import { useDeviceGrid } from './device-grid.ts';
import { DeviceRows } from './DeviceRows.tsx';
import { setTableHeight, toggleTable, useTableMemory, showColumns } from './table-memory.ts';
import { useSteadyDevices } from './use-steady-devices.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useCompanies } from '../store/companies.ts';
import styles from './DeviceTable.module.css';

interface DeviceTableProps {
  readonly onZoom: (uid: number) => void;
  /** Buttons for users who may add and remove devices. */
  readonly fleet?: { readonly onAdd: () => void; readonly onRemove: () => void } | undefined;
  readonly deviceInfo: { readonly isOpen: boolean; readonly onToggle: () => void };
}

/** Lists all devices in a drawer over the bottom of the map. */
export function DeviceTable({ onZoom, fleet, deviceInfo }: DeviceTableProps) {
  const { isOpen, height } = useTableMemory();
  const screenHeight = useMapRoom(({ screen }) => screen.height);
  const devices = useSteadyDevices();
  const areLoaded = useAreDevicesLoaded();
  const [sought, setSought] = useState('');
  const grid = useDeviceGrid(devices, sought);
  const search = (text: string) => {
    setSought(text.trim());
    grid.setPage(1);
  };
  const tools = (
    <>
      <div className={styles.search}>
        <SearchField label={t('Filter by UID')} onSearch={search} />
      </div>
      <span className={styles.grow} />
      {fleet && (
        <>
          <IconButton icon="plus" label={t('Add Device')} isSmall onClick={fleet.onAdd} />
          <IconButton icon="trash" label={t('Remove Device')} isSmall onClick={fleet.onRemove} />
        </>
      )}
      <IconButton
        icon="info"
        label={t('Device info')}
        isSmall
        aria-pressed={deviceInfo.isOpen}
        onClick={deviceInfo.onToggle}
      />
      <ColumnPicker />
      {areLoaded && <Pager page={grid.page} pageSize={PAGE_SIZE} rowCount={grid.rowCount} onPage={grid.setPage} />}
    </>
  );
  return (
    <BottomDrawer
      title={t('Devices')}
      aside={areLoaded ? formatCount(devices.length) : undefined}
      tools={tools}
      isOpen={isOpen}
      height={height}
      screenHeight={screenHeight}
      onToggle={toggleTable}
      onHeight={setTableHeight}
    >
      <DeviceRows grid={grid} isFiltered={sought !== ''} onChoose={(uid) => chooseDevice(uid, onZoom)} />
    </BottomDrawer>
  );
}

/** Chooses the visible columns; multiple choice. */
function ColumnPicker() {
  const shown = useTableMemory((memory) => memory.columns);
  const offered = listColumns(useCompanies(({ names }) => names !== null));
  const seen = offered.filter((id) => shown.includes(id));
  return (
    <Menu position="top-end" closeOnItemClick={false} width={170}>
      <Menu.Target>
        <Button look="quiet" size="small" icon="columns">
          <span className={styles.columns}>{t('Columns')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...shown]} onChange={showColumns}>
          {offered.map((id) => (
            <Menu.CheckboxItem key={id} value={id} disabled={seen.length === 1 && seen.includes(id)}>
              {COLUMN_LABELS[id]}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
