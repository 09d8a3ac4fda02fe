import { t } from '#/language/t.ts';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { PanelHeader } from '#/ui/sheet/Panel.tsx';
import { DeviceIcon } from '../DeviceIcon.tsx';
import type { Device } from '../store/device.ts';
import { useSelectedDevice } from '../store/use-devices.ts';
import styles from './DeviceInfo.module.css';
import { serverNow } from '#/live/clock-store.ts';
import { viewIdentity } from './identity.view.ts';
import { BatteryIcon, ConnectionDot, SatelliteIcon, SignalIcon } from './StatusIcons.tsx';

interface HeaderProps {
  readonly onClose: () => void;
}

function KnownDevice({ device, onClose }: HeaderProps & { readonly device: Device }) {
  const { uid, words, connection, signal, battery, isSatellite } = viewIdentity(
    device,
    serverNow(),
    readDeviceZone(device.uid),
  );
  const icons = (
    <span className={styles.icons}>
      <ConnectionDot {...connection} />
      <SignalIcon {...signal} />
      {battery && <BatteryIcon {...battery} />}
      {isSatellite && <SatelliteIcon />}
    </span>
  );
  return (
    <PanelHeader
      title={uid}
      isProminent
      mark={<DeviceIcon device={device} size={32} />}
      beside={icons}
      subtitle={words}
      onClose={onClose}
    />
  );
}

/** Identity and state of the selected device. */
export function DeviceInfoHeader({ onClose }: HeaderProps) {
  const device = useSelectedDevice();
  return device ? (
    <KnownDevice device={device} onClose={onClose} />
  ) : (
    <PanelHeader title={t('Device info')} onClose={onClose} />
  );
}
