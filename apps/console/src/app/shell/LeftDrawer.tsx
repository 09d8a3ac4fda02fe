import { lazy, Suspense } from 'react';
import { EmptyState } from '../../ui/DataState.tsx';
import { PanelHeader } from '../../ui/Panel.tsx';
import { loadDeviceInfo } from './load-device-info.ts';
import { OpenDrawer } from './OpenDrawer.tsx';
import { PANEL_TEXTS } from './panels.view.ts';
import { closePanel, useShell, type ManagerPanel, type ShellPanel } from './shell-store.ts';

const DeviceInfoDrawer = lazy(async () => ({ default: (await loadDeviceInfo()).DeviceInfoDrawer }));

function ManagerDrawer({ panel }: { readonly panel: ManagerPanel }) {
  const { title, empty } = PANEL_TEXTS[panel];
  return (
    <OpenDrawer label={title} header={<PanelHeader title={title} onClose={closePanel} />}>
      <EmptyState>{empty}</EmptyState>
    </OpenDrawer>
  );
}

const DEVICE_INFO = 'Device info';
const opening = (
  <OpenDrawer label={DEVICE_INFO} header={<PanelHeader title={DEVICE_INFO} onClose={closePanel} />}>
    {null}
  </OpenDrawer>
);

function drawerOf(panel: ShellPanel) {
  if (panel !== 'deviceInfo') return <ManagerDrawer key={panel} panel={panel} />;
  return (
    <Suspense key={panel} fallback={opening}>
      <DeviceInfoDrawer />
    </Suspense>
  );
}

/** One panel at a time beside the map; on a phone a sheet over it. */
export function LeftDrawer() {
  const panel = useShell((shell) => shell.panel);
  return panel && drawerOf(panel);
}
