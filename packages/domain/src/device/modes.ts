// Texts for the integers of devices, commands and responses.

export const UNKNOWN = 'n/a';

export const POWER_MODES = ['Active', 'Hibernate', 'Low Power', 'Cellular OFF'] as const;
export const RECORD_MODES = ['Off', 'On', 'Download'] as const;
export const STREAM_MODES = ['Off', 'On', 'Cell Stream On', 'Bluetooth Stream On'] as const;
export const GEO_MODES = ['Low', 'Medium', 'High', 'Very High'] as const;
export const PASSAGE_STATES = ['Detection Only', 'Detection & GEO'] as const;
export const PASSAGE_SIZES = ['10 sec', '20 sec'] as const;
export const SENSITIVITIES = ['Ultra Low', 'Very Low', 'Low', 'Medium', 'High', 'Very High', 'Ultra High'] as const;
export const SHORT_SENSITIVITIES = ['UL', 'VL', 'L', 'M', 'H', 'VH', 'UH'] as const;
export const SCHEDULES = [
  'Every 30 minutes',
  'Every hour',
  'Every 2 hours',
  'Every 4 hours',
  'Every 8 hours',
  'Every 12 hours',
  'Every 16 hours',
  'Every 24 hours',
] as const;

const ACTIVE = 0;
const UNKNOWN_STREAM = 'BT/Cell';

function pick(words: readonly string[], index: number | null, otherwise: string): string {
  return (index === null ? undefined : words[index]) ?? otherwise;
}

export const describePowerMode = (mode: number | null): string => pick(POWER_MODES, mode, UNKNOWN);
export const describeRecordMode = (mode: number | null): string => pick(RECORD_MODES, mode, UNKNOWN);
export const describeStreamMode = (mode: number | null): string => pick(STREAM_MODES, mode, UNKNOWN_STREAM);
export const describeGeoMode = (mode: number | null): string => pick(GEO_MODES, mode, UNKNOWN);
export const describeSchedule = (index: number | null): string => pick(SCHEDULES, index, UNKNOWN);
export const describeSensitivity = (level: number | null): string => pick(SENSITIVITIES, level, UNKNOWN);
export const describePassageState = (state: number | null): string => pick(PASSAGE_STATES, state, UNKNOWN);
export const describePassageSize = (size: number | null): string => pick(PASSAGE_SIZES, size, UNKNOWN);

/** Active devices stay connected; the others connect on schedule. */
export function hasSchedule(powerMode: number | null): boolean {
  return powerMode !== null && powerMode !== ACTIVE;
}
