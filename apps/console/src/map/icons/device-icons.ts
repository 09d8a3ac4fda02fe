import alarmBadge from './device-alarm-badge.svg?raw';
import asleepNew from './device-asleep-new.svg?raw';
import asleepSatelliteNew from './device-asleep-satellite-new.svg?raw';
import asleepSatellite from './device-asleep-satellite.svg?raw';
import asleep from './device-asleep.svg?raw';
import offlineNew from './device-offline-new.svg?raw';
import offlineSatelliteNew from './device-offline-satellite-new.svg?raw';
import offlineSatellite from './device-offline-satellite.svg?raw';
import offline from './device-offline.svg?raw';
import onlineNew from './device-online-new.svg?raw';
import onlineSatelliteNew from './device-online-satellite-new.svg?raw';
import onlineSatellite from './device-online-satellite.svg?raw';
import online from './device-online.svg?raw';
import selectedRing from './device-selected-ring.svg?raw';
import type { DeviceIconName } from './device-marker.view.ts';

/** Encodes an SVG text as the address of an image. */
export const toPictureAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Icons of 32 px. They include their own casing and keyline, so they are the same in both themes. */
export const deviceIcons: Readonly<Record<DeviceIconName, string>> = {
  online: toPictureAddress(online),
  'online-new': toPictureAddress(onlineNew),
  'online-satellite': toPictureAddress(onlineSatellite),
  'online-satellite-new': toPictureAddress(onlineSatelliteNew),
  asleep: toPictureAddress(asleep),
  'asleep-new': toPictureAddress(asleepNew),
  'asleep-satellite': toPictureAddress(asleepSatellite),
  'asleep-satellite-new': toPictureAddress(asleepSatelliteNew),
  offline: toPictureAddress(offline),
  'offline-new': toPictureAddress(offlineNew),
  'offline-satellite': toPictureAddress(offlineSatellite),
  'offline-satellite-new': toPictureAddress(offlineSatelliteNew),
};

export const SELECTED_RING = 'selected-ring';
export const ALARM_BADGE = 'alarm-badge';

/** All files of the map's atlas, by their names in it. */
export const markerPictures: Readonly<Record<string, string>> = {
  ...deviceIcons,
  [SELECTED_RING]: toPictureAddress(selectedRing),
  [ALARM_BADGE]: toPictureAddress(alarmBadge),
};
