import { t } from '#/language/t.ts';

/** The message of the home button if there is nothing to fit the map to; null if there is. */
export function chooseHomeNotice(devices: { readonly count: number; readonly locatedCount: number }): string | null {
  if (devices.count === 0) return t('No devices found');
  return devices.locatedCount === 0 ? t('No device locations found') : null;
}
