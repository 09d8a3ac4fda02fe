import alarmBadge from './device-alarm-badge.svg?raw';
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

const toAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Pictures of 32 px. They carry their own casing and keyline, so they are the same in both themes. */
export const deviceIcons: Readonly<Record<DeviceIconName, string>> = {
  online: toAddress(online),
  'online-new': toAddress(onlineNew),
  'online-satellite': toAddress(onlineSatellite),
  'online-satellite-new': toAddress(onlineSatelliteNew),
  offline: toAddress(offline),
  'offline-new': toAddress(offlineNew),
  'offline-satellite': toAddress(offlineSatellite),
  'offline-satellite-new': toAddress(offlineSatelliteNew),
};

export const SELECTED_RING = 'selected-ring';
export const ALARM_BADGE = 'alarm-badge';

/** Everything that the map's atlas takes from files, by the name it has there. */
export const markerPictures: Readonly<Record<string, string>> = {
  ...deviceIcons,
  [SELECTED_RING]: toAddress(selectedRing),
  [ALARM_BADGE]: toAddress(alarmBadge),
};
