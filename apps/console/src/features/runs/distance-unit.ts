import { create } from 'zustand';
import { readText, writeText } from '#/api/browser-storage.ts';

/** The spelling of the requirements. */
export const DISTANCE_UNITS = ['feet', 'meters'] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

const KEY = 'waymark.distance-unit';

interface DistanceSetting {
  readonly unit: DistanceUnit;
}

export function parseUnit(stored: string | null): DistanceUnit {
  return DISTANCE_UNITS.find((unit) => unit === stored) ?? 'feet';
}

/** Stored per browser, for all users. */
export const useDistanceUnit = create<DistanceSetting>()(() => ({ unit: parseUnit(readText(KEY)) }));

export function chooseDistanceUnit(unit: DistanceUnit): void {
  useDistanceUnit.setState({ unit });
  writeText(KEY, unit);
}
