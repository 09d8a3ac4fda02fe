import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useLayoutEffect, useRef, type RefObject, type ComponentType, type ReactNode } from 'react';
import { SUPERADMIN } from '@waymark/contract/roles';
import { useTableHeight } from '#/features/devices/table/table-memory.ts';
import { useRunWindows } from '#/features/runs/run-windows.ts';
import { takeStartupQuery } from '#/features/session/entry/startup-query.ts';
import { t } from '#/language/t.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { loadPart } from '#/api/load-part.ts';
import { loadMapEngine } from '#/map/map-engine.ts';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { hidesDevices, mayOpenPanel, PANEL_TITLES } from './drawers/panels.view.ts';
import {
  openPanel,
  useShell,
  openDialog,
  toggleDeviceInfo,
  closePanel,
  type ManagerPanel,
  type ShellPanel,
} from './shell-store.ts';
import { useIsPhone } from '#/ui/window/window-store.ts';
import { size } from '#/app/theme/tokens.ts';
import { useCompanyLoading } from '#/features/devices/store/companies.data.ts';
import { useSession } from '#/features/session/session-store.ts';
import { zoomToDevice } from '#/map/map-commands.ts';
import { PanelHeader } from '#/ui/sheet/Panel.tsx';
import { loadDeviceInfo } from './drawers/load-device-info.ts';
import { OpenDrawer } from './drawers/OpenDrawer.tsx';
import styles from './HomeScreen.module.css';

const loadBody = (panel: ManagerPanel) =>
  lazy(async () => ({
    default: await loadPart(async () => (await import('./late-lists.ts')).MANAGER_BODIES[panel]()),
  }));

const backToManager = () => openPanel('pigRunManager');

const MANAGERS: Readonly<Record<ManagerPanel, { readonly Body: ComponentType; readonly close: () => void }>> = {
  pigRunManager: { Body: loadBody('pigRunManager'), close: closePanel },
  pigRunEditor: { Body: loadBody('pigRunEditor'), close: backToManager },
  reportManager: { Body: loadBody('reportManager'), close: closePanel },
  broadcastCommands: { Body: loadBody('broadcastCommands'), close: backToManager },
  alerts: { Body: loadBody('alerts'), close: closePanel },
};

const DeviceInfoDrawer = lazy(async () => ({ default: (await loadDeviceInfo()).DeviceInfoDrawer }));

const DeviceTable = lazy(async () => {
  const part = await loadPart(() => import('#/features/devices/table/DeviceTable.tsx'));
  return { default: part.DeviceTable };
});

const FLEET_ACTIONS = { onAdd: () => openDialog('addDevice'), onRemove: () => openDialog('removeDevice') };

/** At 200 % zoom the drawer leaves half of the screen to the map; the style sheets have the same value. */
const findDrawerWidth = (screenWidth: number): number => Math.min(size.drawer, screenWidth / 2);

const loadHomeMap = () => loadPart(() => import('./HomeMap.tsx'), 'map');
const HomeMap = lazy(async () => {
  // Loads the larger map engine in parallel. A failure is handled by the component that mounts the map.
  loadMapEngine().catch(() => undefined);
  return { default: (await loadHomeMap()).HomeMap };
});

/** Loaded after the map. */
const TrackedRuns = lazy(async () => {
  await loadHomeMap().catch(() => undefined);
  return {
    default: await loadPart(async () => (await import('./late-lists.ts')).loadTrackedRuns()),
  };
});

const RunWindows = lazy(async () => ({
  default: (await loadPart(() => import('./RunWindows.tsx'))).RunWindows,
}));

/**
 * The part of the screen that drawer and table cover, in px. A phone's sheet is ignored, because it moves with the
 * finger.
 */
function useCovered() {
  const isPhone = useIsPhone();
  const panel = useShell((shell) => shell.panel);
  const tableHeight = useTableHeight();
  const drawerWidth = useMapRoom(({ screen }) => findDrawerWidth(screen.width));
  const isTableShown = !hidesDevices(panel) && !(isPhone && panel !== null);
  return { coveredLeft: panel !== null && !isPhone ? drawerWidth : 0, coveredBottom: isTableShown ? tableHeight : 0 };
}

/** Measures the height of the screen, which table and map share. */
function useMeasuredScreen(ref: RefObject<HTMLElement | null>, coveredBottom: number): void {
  useLayoutEffect(() => {
    const screen = ref.current;
    if (!screen) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = screen;
      useMapRoom.setState({ screen: { width, height }, height: height - coveredBottom });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(screen);
    return () => observer.disconnect();
  }, [ref, coveredBottom]);
}

/** Returns the targets in the address once and removes them from it. */
function useTakeStartup() {
  const navigate = useNavigate();
  return () => {
    const query = takeStartupQuery();
    if (location.search !== '') void navigate({ to: '/', search: {}, replace: true });
    return query;
  };
}

const openDeviceInfo = () => openPanel('deviceInfo');

/** The map, which is always shown, and the panels docked beside it. */
export function HomeScreen() {
  const screen = useRef<HTMLElement>(null);
  const covered = useCovered();
  useMeasuredScreen(screen, covered.coveredBottom);
  const takeStartup = useTakeStartup();
  const isDeviceInfoOpen = useShell((shell) => shell.panel === 'deviceInfo');
  return (
    <main ref={screen} className={styles.home}>
      <h1 className="visually-hidden">{t('Map')}</h1>
      <LeftDrawer />
      {/* Ends at the table: Chromium without a GPU drops a strip of a canvas under it. */}
      <div className={styles.map} style={{ bottom: covered.coveredBottom }}>
        <ErrorBoundary>
          <Suspense>
            <HomeMap
              coveredLeft={covered.coveredLeft}
              isDeviceInfoOpen={isDeviceInfoOpen}
              onOpenDeviceInfo={openDeviceInfo}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <Suspense>
          <TrackedRuns {...covered} takeStartup={takeStartup} />
        </Suspense>
      </ErrorBoundary>
      <DeviceDock />
      <LateRunWindows />
    </main>
  );
}

/** Loaded when the first one opens. */
function LateRunWindows() {
  const isOpen = useRunWindows(({ isBoardOpen, sheets, queue }) => isBoardOpen || sheets.length > 0 || queue !== null);
  return (
    <ErrorBoundary>
      <Suspense>{isOpen && <RunWindows />}</Suspense>
    </ErrorBoundary>
  );
}

/** The device table under the map, beside the left drawer. */
function DeviceDock() {
  const panel = useShell((shell) => shell.panel);
  const role = useSession(({ user }) => user?.role);
  const isPhone = useIsPhone();
  useCompanyLoading(role === 'superadmin');
  // On a phone the sheet replaces it.
  if (!role || hidesDevices(panel) || (isPhone && panel !== null)) return null;
  return (
    <div className={styles.dock} data-beside-drawer={panel !== null || undefined}>
      <ErrorBoundary>
        <Suspense>
          <DeviceTable
            onZoom={zoomToDevice}
            fleet={SUPERADMIN.includes(role) ? FLEET_ACTIONS : undefined}
            deviceInfo={{ isOpen: panel === 'deviceInfo', onToggle: toggleDeviceInfo }}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

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
    case 'alerts':
      return <LateDrawer key={panel} panel={panel} />;
  }
}

/** Shows one panel at a time beside the map; on a phone a sheet over it. */
function LeftDrawer() {
  const panel = useShell((shell) => shell.panel);
  const role = useSession(({ user }) => user?.role);
  return panel && role && mayOpenPanel(panel, role) ? drawerOf(panel) : null;
}
