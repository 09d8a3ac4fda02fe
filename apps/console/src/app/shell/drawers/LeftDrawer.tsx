import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { useSession } from '#/features/session/session-store.ts';
import { PanelHeader } from '#/ui/sheet/Panel.tsx';
import { loadDeviceInfo } from './load-device-info.ts';
import { OpenDrawer } from './OpenDrawer.tsx';
import { mayOpenPanel, PANEL_TITLES } from './panels.view.ts';
import { closePanel, openPanel, useShell, type ManagerPanel, type ShellPanel } from '../shell-store.ts';

const loadBody = (panel: ManagerPanel) =>
  lazy(async () => ({
    default: await loadPart(async () => (await import('./manager-bodies.ts')).MANAGER_BODIES[panel]()),
  }));

const backToManager = () => openPanel('pigRunManager');

const MANAGERS: Readonly<Record<ManagerPanel, { readonly Body: ComponentType; readonly close: () => void }>> = {
  pigRunManager: { Body: loadBody('pigRunManager'), close: closePanel },
  pigRunEditor: { Body: loadBody('pigRunEditor'), close: backToManager },
  reportManager: { Body: loadBody('reportManager'), close: closePanel },
  broadcastCommands: { Body: loadBody('broadcastCommands'), close: backToManager },
};

const DeviceInfoDrawer = lazy(async () => ({ default: (await loadDeviceInfo()).DeviceInfoDrawer }));

interface ManagerDrawerProps {
  readonly panel: keyof typeof PANEL_TITLES;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function ManagerDrawer({ panel, onClose, children }: ManagerDrawerProps) {
  const title = PANEL_TITLES[panel];
  return (
    <OpenDrawer label={title} header={<PanelHeader title={title} onClose={onClose} />}>
      {children}
    </OpenDrawer>
  );
}

/** The drawer appears at once; its content may still load. */
function LateDrawer({ panel }: { readonly panel: ManagerPanel }) {
  const { Body, close } = MANAGERS[panel];
  return (
    <ManagerDrawer panel={panel} onClose={close}>
      <Suspense>
        <Body />
      </Suspense>
    </ManagerDrawer>
  );
}

function drawerOf(panel: ShellPanel) {
  switch (panel) {
    case 'deviceInfo':
      return (
        <Suspense
          fallback={
            <ManagerDrawer panel={panel} onClose={closePanel}>
              {null}
            </ManagerDrawer>
          }
        >
          <DeviceInfoDrawer />
        </Suspense>
      );
    case 'pigRunManager':
    case 'pigRunEditor':
    case 'reportManager':
    case 'broadcastCommands':
      return <LateDrawer key={panel} panel={panel} />;
  }
}

/** Shows one panel at a time beside the map; on a phone a sheet over it. */
export function LeftDrawer() {
  const panel = useShell((shell) => shell.panel);
  const role = useSession(({ user }) => user?.role);
  return panel && role && mayOpenPanel(panel, role) ? drawerOf(panel) : null;
}
