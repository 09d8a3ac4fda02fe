import { UTC, type Zone } from '@waymark/domain/time/zone';
import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { describeModel } from '@waymark/domain/device/model';
import { t } from '#/language/t.ts';
import { describePresence, type Present } from '#/map/icons/device-marker.view.ts';
import type { Device } from './device.ts';

type Identified = Present & Pick<Device, 'isIridium' | 'bluetooth' | 'productNumber' | 'firmwareVersion'>;

/** Under the uid: "Offline, Iridium, AGM20, firmware 10.71". */
export function describeIdentity(device: Identified, now: number, zone: Zone = UTC): string {
  const { isIridium, bluetooth, productNumber, firmwareVersion } = device;
  const parts = [
    describePresence(device, now, zone),
    isIridium === null ? t('link unknown') : null,
    isIridium ? 'Iridium' : null,
    bluetooth ? 'Bluetooth' : null,
    describeModel(productNumber),
    firmwareVersion === null ? null : t('firmware {version}', { version: formatFirmwareVersion(firmwareVersion) }),
  ];
  return parts.filter((part) => part !== null).join(', ');
}
