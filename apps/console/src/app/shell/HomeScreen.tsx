import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTableHeight } from '#/features/devices/table/table-memory.ts';
import { takeStartupQuery } from '#/features/session/entry/startup-query.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { loadPart } from '#/api/load-part.ts';
import { loadMapEngine } from '#/map/map-engine.ts';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { DeviceDock } from './drawers/DeviceDock.tsx';
import styles from './HomeScreen.module.css';
import { LeftDrawer } from './drawers/LeftDrawer.tsx';
import { findDrawerWidth } from './drawers/drawer-width.ts';
import { hidesDevices } from './drawers/panels.view.ts';
import { openPanel, useShell } from './shell-store.ts';
import { useIsPhone } from '#/ui/window/use-is-phone.ts';

const loadHomeMap = () => loadPart(() => import('./HomeMap.tsx'));
const HomeMap = lazy(async () => {
  // Loads the larger map engine in parallel. A failure is handled by the component that mounts the map.
  loadMapEngine().catch(() => undefined);
  return { default: (await loadHomeMap()).HomeMap };
});

/** Loaded after the map. */
const TrackedRuns = lazy(async () => {
  await loadHomeMap().catch(() => undefined);
  return {
    default: await loadPart(async () => (await import('#/features/tracking/load-tracked-runs.ts')).loadTrackedRuns()),
  };
});

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
      <h1 className="visually-hidden">Map</h1>
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
    </main>
  );
}
