import { useState } from 'react';
import { BottomDrawer } from '#/ui/sheet/BottomDrawer.tsx';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { useAreDevicesLoaded } from '../store/use-devices.ts';
import { chooseDevice } from './choose-device.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { PAGE_SIZE } from './columns.ts';
import { useDeviceGrid } from './device-grid.ts';
import { DeviceRows } from './DeviceRows.tsx';
import styles from './DeviceTable.module.css';
import { setTableHeight, toggleTable, useTableMemory } from './table-memory.ts';
import { useSteadyDevices } from './use-steady-devices.ts';

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
        <SearchField label="Filter by UID" onSearch={search} />
      </div>
      <span className={styles.grow} />
      {fleet && (
        <>
          <IconButton icon="plus" label="Add Device" isSmall onClick={fleet.onAdd} />
          <IconButton icon="trash" label="Remove Device" isSmall onClick={fleet.onRemove} />
        </>
      )}
      <IconButton
        icon="info"
        label="Device info"
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
      title="Devices"
      aside={areLoaded ? devices.length.toLocaleString('en-US') : undefined}
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
