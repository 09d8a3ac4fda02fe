import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { loadPart } from '../../api/load-part.ts';
import styles from './HomeScreen.module.css';
import { LeftDrawer } from './LeftDrawer.tsx';
import { useCanvasTokens } from '../theme/use-canvas-tokens.ts';
import { useShell } from './shell-store.ts';
import { useIsPhone } from './use-is-phone.ts';

const MapView = lazy(async () => {
  const part = await loadPart(() => import('../../map/MapView.tsx'));
  return { default: part.MapView };
});

const DRAWER_WIDTH = 380;

/** The map, always there, and what docks beside it. */
export function HomeScreen() {
  const isPhone = useIsPhone();
  const { map: colors } = useCanvasTokens();
  const isDrawerOpen = useShell((shell) => shell.panel !== null);
  return (
    <main className={styles.home}>
      <h1 className="visually-hidden">Map</h1>
      <LeftDrawer />
      <div className={styles.map}>
        <ErrorBoundary>
          <Suspense>
            <MapView colors={colors} coveredLeft={isDrawerOpen && !isPhone ? DRAWER_WIDTH : 0} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </main>
  );
}
