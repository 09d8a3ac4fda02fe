import { SUPERADMIN } from '@waymark/contract/roles';
import { lazy, Suspense } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { useCompanyLoading } from '#/features/devices/store/companies.data.ts';
import { useSession } from '#/features/session/session-store.ts';
import { zoomToDevice } from '#/map/map-commands.ts';
import { ErrorBoundary } from '#/app/ErrorBoundary.tsx';
import styles from './DeviceDock.module.css';
import { hidesDevices } from './panels.view.ts';
import { openDialog, toggleDeviceInfo, useShell } from '../shell-store.ts';
import { useIsPhone } from '#/ui/window/use-is-phone.ts';

const DeviceTable = lazy(async () => {
  const part = await loadPart(() => import('#/features/devices/table/DeviceTable.tsx'));
  return { default: part.DeviceTable };
});

const FLEET = { onAdd: () => openDialog('addDevice'), onRemove: () => openDialog('removeDevice') };

/** The device table under the map, beside the left drawer. */
export function DeviceDock() {
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
            fleet={SUPERADMIN.includes(role) ? FLEET : undefined}
            deviceInfo={{ isOpen: panel === 'deviceInfo', onToggle: toggleDeviceInfo }}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
