import { DeviceActions } from '#/features/devices/info/DeviceActions.tsx';
import { DeviceInfoBody } from '#/features/devices/info/DeviceInfoBody.tsx';
import { DeviceInfoHeader } from '#/features/devices/info/DeviceInfoHeader.tsx';
import { DeviceRunRows } from '#/features/tracking/device/DeviceRunRows.tsx';
import { useSession } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { OpenDrawer } from './OpenDrawer.tsx';
import { closePanel } from '../shell-store.ts';
import { useIsPhone } from '#/ui/window/window-store.ts';

/** All data of the selected device. */
export function DeviceInfoDrawer() {
  const role = useSession(({ user }) => user?.role);
  const isPhone = useIsPhone();
  if (!role) return null;
  const actions = <DeviceActions role={role} />;
  const identity = <DeviceInfoHeader onClose={closePanel} />;
  // The sheet's header is visible at its lowest stop.
  const header = isPhone ? (
    identity
  ) : (
    <>
      {identity}
      {actions}
    </>
  );
  return (
    <OpenDrawer label={t('Device info')} header={header}>
      {isPhone && actions}
      <DeviceInfoBody role={role} runs={<DeviceRunRows />} />
    </OpenDrawer>
  );
}
