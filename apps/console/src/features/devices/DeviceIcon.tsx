import { deviceIcons } from '#/map/icons/device-icons.ts';
import { chooseDeviceIcon, type MarkedDevice } from '#/map/icons/device-marker.view.ts';
import { serverNow } from '#/live/clock-store.ts';

interface DeviceIconProps {
  readonly device: MarkedDevice;
  /** In px. */
  readonly size: number;
}

/** The device's icon as on the map; its meaning is written beside it. */
export function DeviceIcon({ device, size }: DeviceIconProps) {
  return (
    <img src={deviceIcons[chooseDeviceIcon(device, serverNow())]} width={size} height={size} alt="" draggable={false} />
  );
}
