import type { Role } from '@waymark/contract/roles';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { openDeviceWindow } from '../windows/device-windows.ts';
import { useSelectedDevice } from '../store/use-devices.ts';
import { listDeviceActions } from './device-actions.view.ts';
import styles from './DeviceInfo.module.css';

export function DeviceActions({ role }: { readonly role: Role }) {
  const device = useSelectedDevice();
  if (!device) return null;
  return (
    <div className={styles.actions} role="group" aria-label={t('Device actions')}>
      {listDeviceActions(role).map(({ window, label, icon }) => (
        <Button key={window} icon={icon} onClick={() => openDeviceWindow(window, device.uid)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
