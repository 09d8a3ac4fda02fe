/** The message of the home button if there is nothing to fit the map to; null if there is. */
export function chooseHomeNotice(devices: { readonly count: number; readonly locatedCount: number }): string | null {
  if (devices.count === 0) return 'No devices found';
  return devices.locatedCount === 0 ? 'No device locations found' : null;
}
