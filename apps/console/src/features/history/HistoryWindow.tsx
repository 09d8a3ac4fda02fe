import { Tabs } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useState } from 'react';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { DateFilter } from './DateFilter.tsx';
import type { HistoryFilter } from './history-filter.view.ts';
import styles from './HistoryWindow.module.css';
import { PassageTab } from './passages/PassageTab.tsx';
import { HeartbeatTab, InfoTab, SettingsTab } from './PlainTabs.tsx';
import { useCsvExport } from './export/use-csv-export.ts';

const SIZE = { width: 1272, height: 572 };

const CLASSES = { root: styles.window, list: styles.tabs, tab: styles.tab, panel: styles.panel };

function History({ uid, isAdmin }: { readonly uid: number; readonly isAdmin: boolean }) {
  const [filter, setFilter] = useState<HistoryFilter>({});
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null);
  const exporting = useCsvExport();
  const parts = { uid, filter, toolSlot, exporting: isAdmin ? exporting : null };
  return (
    <Tabs defaultValue="passage" variant="none" keepMounted={false} classNames={CLASSES}>
      <div className={styles.tools}>
        <Tabs.List aria-label="Kind of record">
          <Tabs.Tab value="passage">Passage</Tabs.Tab>
          <Tabs.Tab value="heartbeat">Heartbeat</Tabs.Tab>
          <Tabs.Tab value="deviceInfo">Device Info</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <DateFilter uid={uid} filter={filter} onFilter={setFilter} />
        <div ref={setToolSlot} className={styles.acts} />
      </div>
      <Tabs.Panel value="passage">
        <PassageTab {...parts} isAdmin={isAdmin} />
      </Tabs.Panel>
      <Tabs.Panel value="heartbeat">
        <HeartbeatTab {...parts} />
      </Tabs.Panel>
      <Tabs.Panel value="deviceInfo">
        <InfoTab {...parts} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <SettingsTab {...parts} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The reports of a device in pages. */
export function HistoryWindow({ shown, role }: { readonly shown: DeviceWindow; readonly role: Role }) {
  const { uid } = shown;
  const device = useDevice(uid);
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="history"
      title={`AGM ${uid}`}
      subtitle="Historic Data"
      mark={device && <DeviceIcon device={device} size={18} />}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      <History uid={uid} isAdmin={ADMINS.includes(role)} />
    </FloatingWindow>
  );
}
