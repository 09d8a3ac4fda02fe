// Apart from the units themselves, because the console needs it before the map.

export const UNIT_SYSTEMS = ['us', 'metric'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];
/** The units of the documents. */
export const DEFAULT_UNITS: UnitSystem = 'us';
