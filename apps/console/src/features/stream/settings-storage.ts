import { readSettings } from '@waymark/domain/stream/read-settings';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { StreamSettings } from '@waymark/domain/stream/settings';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { useUnitStore } from '#/features/units/units.ts';
import { setMetric } from './options/options.view.ts';

const keyOf = (uid: number) => `waymark.stream.${uid}`;

/** The settings that were changed last, for any device. */
const LAST = 'waymark.stream.last';

/** The settings of this device, else the last ones of any device, else the defaults; in the units of the user. */
export function recallSettings(uid: number): StreamSettings {
  return inUnits(readSettings(readJson(keyOf(uid)) ?? readJson(LAST)), useUnitStore.getState().units);
}

export function inUnits(settings: StreamSettings, units: UnitSystem): StreamSettings {
  return { ...settings, geoSpeed: setMetric(settings.geoSpeed, units === 'metric') };
}

export function keepSettings(uid: number, settings: StreamSettings): void {
  writeJson(keyOf(uid), settings);
  writeJson(LAST, settings);
}
