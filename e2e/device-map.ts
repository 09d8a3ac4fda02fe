import { shift, type Camera, type Place } from './map-camera.ts';

// Devices on the map: where a found one is drawn, and in which colours.

export const PLACE: Place = { lat: 36.1, lon: -96.2 };
export const DEVICE_ZOOM = 15;
/** The fill of an online device's icon. */
export const ONLINE = [0x24, 0xca, 0x80] as const;
export const ALARM = [0xf7, 0x20, 0x3e] as const;
/** From the icon's middle to the middle of its alarm badge, and of the plate with its detection count, left of the number. */
export const BADGE = { x: 11, y: -4 } as const;
export const PLATE = { x: -8, y: 22 } as const;

/** A device that is found lands in the middle of what search and panel leave of the map; it ends above the table. */
export function cameraOn(place: Place, { hasPanel }: { readonly hasPanel: boolean }): Camera {
  const [search, drawer] = [48, hasPanel ? 380 : 0];
  return { middle: shift(place, -drawer / 2, -search / 2, DEVICE_ZOOM), zoom: DEVICE_ZOOM };
}
