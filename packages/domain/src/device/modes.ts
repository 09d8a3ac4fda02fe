import { markText, inEnglish, type Translate } from '../language/translate.ts';

const MAG = 0;

/** Detector 0 listens to the magnetic field; the others to the frequency that they are set to. */
export function nameDetector(number: number, t: Translate = inEnglish): string {
  return number === MAG ? 'MAG' : t('Detector {number}', { number });
}

// Texts for the integers of devices, commands and responses.

export const UNKNOWN = markText('n/a');

export const POWER_MODES = [
  markText('Active'),
  markText('Hibernate'),
  markText('Low Power'),
  markText('Cellular OFF'),
] as const;
export const RECORD_MODES = [markText('Off'), markText('On'), markText('Download')] as const;
export const STREAM_MODES = [
  markText('Off'),
  markText('On'),
  markText('Cell Stream On'),
  markText('Bluetooth Stream On'),
] as const;
export const GEO_MODES = [markText('Low'), markText('Medium'), markText('High'), markText('Very High')] as const;
export const PASSAGE_STATES = [markText('Detection Only'), markText('Detection & GEO')] as const;
export const PASSAGE_SIZES = [markText('10 sec'), markText('20 sec')] as const;
export const SENSITIVITIES = [
  markText('Ultra Low'),
  markText('Very Low'),
  markText('Low'),
  markText('Medium'),
  markText('High'),
  markText('Very High'),
  markText('Ultra High'),
] as const;
export const SHORT_SENSITIVITIES = [
  markText('UL'),
  markText('VL'),
  markText('L'),
  markText('M'),
  markText('H'),
  markText('VH'),
  markText('UH'),
] as const;
export const SCHEDULES = [
  markText('Every 30 minutes'),
  markText('Every hour'),
  markText('Every 2 hours'),
  markText('Every 4 hours'),
  markText('Every 8 hours'),
  markText('Every 12 hours'),
  markText('Every 16 hours'),
  markText('Every 24 hours'),
] as const;

const ACTIVE = 0;
const UNKNOWN_STREAM = markText('BT/Cell');

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
