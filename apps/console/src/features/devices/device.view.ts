import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { describeModel } from '@waymark/domain/device/model';
import type { Device } from './device.ts';

type Identified = Pick<Device, 'isConnected' | 'isIridium' | 'bluetooth' | 'productNumber' | 'firmwareVersion'>;

export function describeConnection({ isConnected }: Pick<Device, 'isConnected'>): string {
  return isConnected ? 'Online' : 'Offline';
}

/** Under the uid: "Offline, Iridium, AGM20, firmware 10.71". */
export function describeIdentity(device: Identified): string {
  const { isIridium, bluetooth, productNumber, firmwareVersion } = device;
  const parts = [
    describeConnection(device),
    isIridium ? 'Iridium' : null,
    bluetooth ? 'Bluetooth' : null,
    describeModel(productNumber),
    firmwareVersion === null ? null : `firmware ${formatFirmwareVersion(firmwareVersion)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
