import type { Marker } from '@waymark/domain/path/marker';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';

export type AutoSetting = 'autoLink' | 'autoVerify';
export const AUTO_SETTINGS: readonly { readonly setting: AutoSetting; readonly label: string }[] = [
  { setting: 'autoLink', label: t('Auto Link') },
  { setting: 'autoVerify', label: t('Auto Verify') },
];

const isTracked = ({ state }: Marker) => state === 'TRACK';

export function listTracked(markers: readonly Marker[]): readonly Marker[] {
  return markers.filter(isTracked);
}

export function toggleAuto(markers: readonly Marker[], name: string, setting: AutoSetting): readonly Marker[] {
  return markers.map((marker) =>
    marker.name === name && isTracked(marker) ? { ...marker, [setting]: !marker[setting] } : marker,
  );
}

/** Turns it on for all tracked markers; off if it is on for all already. */
export function toggleAll(markers: readonly Marker[], setting: AutoSetting): readonly Marker[] {
  const isOn = !listTracked(markers).every((marker) => marker[setting]);
  return markers.map((marker) => (isTracked(marker) ? { ...marker, [setting]: isOn } : marker));
}

const count = (markers: readonly Marker[], setting: AutoSetting) =>
  formatCount(markers.filter((marker) => marker[setting]).length);

/** "18 Auto Link, 6 Auto Verify" */
export function describeAuto(markers: readonly Marker[]): string {
  const tracked = listTracked(markers);
  if (tracked.length === 0) return t('No TRACK markers');
  return AUTO_SETTINGS.map(({ setting, label }) => `${count(tracked, setting)} ${label}`).join(', ');
}
