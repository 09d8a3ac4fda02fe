import { useState, type ReactNode } from 'react';
import { DeviceActions } from '../../features/devices/info/DeviceActions.tsx';
import { DeviceInfoBody } from '../../features/devices/info/DeviceInfoBody.tsx';
import { DeviceInfoHeader } from '../../features/devices/info/DeviceInfoHeader.tsx';
import { useSession } from '../../features/session/session-store.ts';
import { BottomSheet } from '../../ui/BottomSheet.tsx';
import { EmptyState } from '../../ui/DataState.tsx';
import { PanelHeader } from '../../ui/Panel.tsx';
import type { SheetStop } from '../../ui/sheet-stops.ts';
import { useEscapeKey } from '../../ui/use-escape-key.ts';
import styles from './LeftDrawer.module.css';
import { PANEL_TEXTS } from './panels.view.ts';
import { closePanel, useShell, type ManagerPanel, type ShellPanel } from './shell-store.ts';
import { useIsPhone } from './use-is-phone.ts';

interface DrawerProps {
  readonly label: string;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

function OpenDrawer({ label, header, children }: DrawerProps) {
  const [stop, setStop] = useState<SheetStop>('half');
  const isPhone = useIsPhone();
  useEscapeKey(() => {
    closePanel();
    return true;
  });
  if (isPhone) {
    return (
      <BottomSheet label={label} stop={stop} onStopChange={setStop} header={header}>
        {children}
      </BottomSheet>
    );
  }
  return (
    <aside className={styles.drawer} aria-label={label}>
      {header}
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

function DeviceInfoDrawer() {
  const role = useSession(({ user }) => user?.role);
  const isPhone = useIsPhone();
  if (!role) return null;
  const actions = <DeviceActions role={role} />;
  const identity = <DeviceInfoHeader onClose={closePanel} />;
  // The sheet's header is what stays in sight at its lowest stop.
  const header = isPhone ? identity : <>{identity}{actions}</>;
  return (
    <OpenDrawer label="Device info" header={header}>
      {isPhone && actions}
      <DeviceInfoBody role={role} />
    </OpenDrawer>
  );
}

function ManagerDrawer({ panel }: { readonly panel: ManagerPanel }) {
  const { title, empty } = PANEL_TEXTS[panel];
  return (
    <OpenDrawer label={title} header={<PanelHeader title={title} onClose={closePanel} />}>
      <EmptyState>{empty}</EmptyState>
    </OpenDrawer>
  );
}

function drawerOf(panel: ShellPanel) {
  return panel === 'deviceInfo' ? <DeviceInfoDrawer key={panel} /> : <ManagerDrawer key={panel} panel={panel} />;
}

/** One panel at a time beside the map; on a phone a sheet over it. */
export function LeftDrawer() {
  const panel = useShell((shell) => shell.panel);
  return panel && drawerOf(panel);
}
