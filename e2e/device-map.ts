import { shift, type Camera, type Place } from './map-camera.ts';

// Devices on the map: position and colours of a device that was searched for.

export const PLACE: Place = { lat: 36.1, lon: -96.2 };
export const DEVICE_ZOOM = 15;
/** The fill of an online device's icon. */
export const ONLINE = [0x24, 0xca, 0x80] as const;
export const ALARM = [0xf7, 0x20, 0x3e] as const;
/**
 * Distance from the icon's centre to the centre of its alarm badge, and to the plate with its detection count, left of
 * the number.
 */
export const BADGE = { x: 11, y: -4 } as const;
export const PLATE = { x: -8, y: 22 } as const;

/**
 * The search moves a device to the centre of the map area that search and panel leave free; the area ends above the
 * table.
 */
export function cameraOn(place: Place, { hasPanel }: { readonly hasPanel: boolean }): Camera {
  const [search, drawer] = [48, hasPanel ? 380 : 0];
  return { middle: shift(place, -drawer / 2, -search / 2, DEVICE_ZOOM), zoom: DEVICE_ZOOM };
}
