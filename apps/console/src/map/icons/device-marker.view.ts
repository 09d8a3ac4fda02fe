import { parseUtc } from '@waymark/domain/time/utc';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { isNewerModel } from '@waymark/domain/device/model';
import { isAsleep } from '@waymark/domain/device/wake-up';
import { t } from '#/language/t.ts';

export interface Present {
  readonly isConnected: boolean;
  readonly lastExpectedWakeupTime: string | null;
  readonly lastShutdownTime: string | null;
}

export interface MarkedDevice extends Present {
  /** null: unknown until the first report. */
  readonly isIridium: boolean | null;
  readonly productNumber: number | null;
}

export type Presence = 'online' | 'asleep' | 'offline';
export type DeviceIconName = `${Presence}${'' | '-satellite'}${'' | '-new'}`;

/** Times are the server's, in ms. */
export function findPresence(device: Present, now: number): Presence {
  if (device.isConnected) return 'online';
  return isAsleep(device, now) ? 'asleep' : 'offline';
}

/** Chooses the icon of a device: presence by fill, satellite by shape, the newer model by size. */
export function chooseDeviceIcon(device: MarkedDevice, now: number): DeviceIconName {
  const satellite = device.isIridium ? '-satellite' : '';
  return `${findPresence(device, now)}${satellite}${isNewerModel(device.productNumber) ? '-new' : ''}`;
}

const DAY_MS = 24 * 60 * 60_000;

/** "14:00 UTC", with its date if the hour could be another day's. */
function describeWakeUp(text: string, now: number, zone: Zone): string {
  const at = parseUtc(text);
  return at.ok ? writeTime(at.value, zone, at.value - now < DAY_MS ? 'clock-minute' : 'minute') : text;
}

/** "Asleep until 14:00 UTC": a device that announced its sleep is not lost. */
export function describePresence(device: Present, now: number, zone: Zone = UTC): string {
  const { isConnected, lastExpectedWakeupTime } = device;
  if (isConnected) return t('Online');
  if (lastExpectedWakeupTime === null || !isAsleep(device, now)) return t('Offline');
  return t('Asleep until {time}', { time: describeWakeUp(lastExpectedWakeupTime, now, zone) });
}

/** Describes the icon for screen readers: "Offline, satellite". */
export function describeLink(device: Present & Pick<MarkedDevice, 'isIridium'>, now: number, zone: Zone = UTC): string {
  const link = device.isIridium === null ? t(', link unknown') : '';
  return `${describePresence(device, now, zone)}${device.isIridium ? t(', satellite') : link}`;
}
