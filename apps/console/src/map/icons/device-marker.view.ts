import { isNewerModel } from '@waymark/domain/device/model';

interface MarkedDevice {
  readonly isConnected: boolean;
  readonly isIridium: boolean;
  readonly productNumber: number | null;
}

type Link = 'online' | 'offline';
export type DeviceIconName = `${Link}${'' | '-satellite'}${'' | '-new'}`;

/** Which icon stands for a device: its link by fill, satellite by shape, the newer model by size. */
export function chooseDeviceIcon({ isConnected, isIridium, productNumber }: MarkedDevice): DeviceIconName {
  const link: Link = isConnected ? 'online' : 'offline';
  const satellite = isIridium ? '-satellite' : '';
  return `${link}${satellite}${isNewerModel(productNumber) ? '-new' : ''}`;
}

/** The same in words, for whoever does not know the shapes: "Offline, satellite". */
export function describeLink({ isConnected, isIridium }: Pick<MarkedDevice, 'isConnected' | 'isIridium'>): string {
  return `${isConnected ? 'Online' : 'Offline'}${isIridium ? ', satellite' : ''}`;
}
