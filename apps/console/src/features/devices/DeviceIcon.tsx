import { deviceIcons } from '../../map/icons/device-icons.ts';
import { chooseDeviceIcon } from '../../map/icons/device-marker.view.ts';
import type { Device } from './device.ts';

interface DeviceIconProps {
  readonly device: Pick<Device, 'isConnected' | 'isIridium' | 'productNumber'>;
  /** In px. */
  readonly size: number;
}

/** The device's icon as on the map; what it says stands in words beside it. */
export function DeviceIcon({ device, size }: DeviceIconProps) {
  return <img src={deviceIcons[chooseDeviceIcon(device)]} width={size} height={size} alt="" draggable={false} />;
}
