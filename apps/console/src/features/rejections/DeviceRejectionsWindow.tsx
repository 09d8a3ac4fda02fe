import type { Role } from '@waymark/contract/roles';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { RejectionsWindow } from './RejectionsWindow.tsx';

/** The rejected messages and errors of one device. */
export function DeviceRejectionsWindow({ shown, role }: { readonly shown: DeviceWindow; readonly role: Role }) {
  const device = useDevice(shown.uid);
  return (
    <RejectionsWindow
      id={windowId(shown)}
      uid={shown.uid}
      mark={device && <DeviceIcon device={device} size={18} />}
      seesAll={role === 'superadmin'}
      onClose={() => closeDeviceWindow(shown)}
    />
  );
}
