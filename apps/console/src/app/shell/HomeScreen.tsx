import { lazy, Suspense } from 'react';
import { useCoveredHeight } from '../../features/devices/table/table-memory.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { loadPart } from '../../api/load-part.ts';
import { loadMapEngine } from '../../map/map-engine.ts';
import { size } from '../theme/tokens.ts';
import { DeviceDock } from './DeviceDock.tsx';
import styles from './HomeScreen.module.css';
import { LeftDrawer } from './LeftDrawer.tsx';
import { hidesDevices } from './panels.view.ts';
import { openPanel, useShell } from './shell-store.ts';
import { useIsPhone } from './use-is-phone.ts';

const HomeMap = lazy(async () => {
  // The engine is the larger one: it is not to wait for the other. Who mounts the map hears of a failure.
  loadMapEngine().catch(() => undefined);
  const part = await loadPart(() => import('./HomeMap.tsx'));
  return { default: part.HomeMap };
});

/** How much of the map lies under drawer and table, in px. A phone's sheet moves with the finger and is left out. */
function useCovered() {
  const isPhone = useIsPhone();
  const panel = useShell((shell) => shell.panel);
  const tableHeight = useCoveredHeight();
  const isTableShown = !hidesDevices(panel) && !(isPhone && panel !== null);
  return { coveredLeft: panel !== null && !isPhone ? size.drawer : 0, coveredBottom: isTableShown ? tableHeight : 0 };
}

const openDeviceInfo = () => openPanel('deviceInfo');

/** The map, always there, and what docks beside it. */
export function HomeScreen() {
  const covered = useCovered();
  const isDeviceInfoOpen = useShell((shell) => shell.panel === 'deviceInfo');
  return (
    <main className={styles.home}>
      <h1 className="visually-hidden">Map</h1>
      <LeftDrawer />
      <div className={styles.map}>
        <ErrorBoundary>
          <Suspense>
            <HomeMap {...covered} isDeviceInfoOpen={isDeviceInfoOpen} onOpenDeviceInfo={openDeviceInfo} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <DeviceDock />
    </main>
  );
}
