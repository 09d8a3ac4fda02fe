import { lazy, Suspense, type ReactNode } from 'react';
import { loadPart } from '../../api/load-part.ts';
import { EmptyState } from '../../ui/DataState.tsx';
import { PanelHeader } from '../../ui/Panel.tsx';
import { loadDeviceInfo } from './load-device-info.ts';
import { OpenDrawer } from './OpenDrawer.tsx';
import { PANEL_TEXTS, type EmptyPanel } from './panels.view.ts';
import { closePanel, useShell, type ShellPanel } from './shell-store.ts';

const DeviceInfoDrawer = lazy(async () => ({ default: (await loadDeviceInfo()).DeviceInfoDrawer }));
const BroadcastDrawer = lazy(async () => ({ default: (await loadPart(() => import('./BroadcastDrawer.tsx'))).BroadcastDrawer }));

function ManagerDrawer({ panel }: { readonly panel: EmptyPanel }) {
  const { title, empty } = PANEL_TEXTS[panel];
  return (
    <OpenDrawer label={title} header={<PanelHeader title={title} onClose={closePanel} />}>
      <EmptyState>{empty}</EmptyState>
    </OpenDrawer>
  );
}

/** Holds the place of a panel whose part is on its way. */
function LateDrawer({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const opening = (
    <OpenDrawer label={title} header={<PanelHeader title={title} onClose={closePanel} />}>
      {null}
    </OpenDrawer>
  );
  return <Suspense fallback={opening}>{children}</Suspense>;
}

function drawerOf(panel: ShellPanel) {
  switch (panel) {
    case 'deviceInfo':
      return (
        <LateDrawer key={panel} title="Device info">
          <DeviceInfoDrawer />
        </LateDrawer>
      );
    case 'broadcastCommands':
      return (
        <LateDrawer key={panel} title="Broadcast Commands">
          <BroadcastDrawer />
        </LateDrawer>
      );
    case 'pigRunManager':
    case 'reportManager':
      return <ManagerDrawer key={panel} panel={panel} />;
  }
}

/** One panel at a time beside the map; on a phone a sheet over it. */
export function LeftDrawer() {
  const panel = useShell((shell) => shell.panel);
  return panel && drawerOf(panel);
}
