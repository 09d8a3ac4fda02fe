import {
  describePowerMode,
  describeSchedule,
  describeSensitivity,
  hasSchedule,
  nameDetector,
} from '@waymark/domain/device/modes';
import type { Translate } from '@waymark/domain/language/translate';
import type { Parameters } from './definition.ts';

// Words for the parameters that several commands share.

const DETECTORS = [0, 1, 2, 3];

export function readNumber(parameters: Parameters, name: string): number | null {
  const value = parameters[name];
  return typeof value === 'number' ? value : null;
}

export function readText(parameters: Parameters, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}

export const onOrOff = (value: unknown, t: Translate): string => (value === 1 || value === true ? t('On') : t('Off'));

/** Names the chosen one of a list; empty where the number chooses none. */
export const pick = (words: readonly string[], index: number | null): string => words[index ?? -1] ?? '';

/** "Low Power, every 30 minutes" */
export function describePower(parameters: Parameters, t: Translate): string {
  const mode = readNumber(parameters, 'powerMode');
  const schedule = readNumber(parameters, 'connectSchedule');
  const words = t(describePowerMode(mode));
  return hasSchedule(mode) && schedule !== null ? `${words}, ${t(describeSchedule(schedule)).toLowerCase()}` : words;
}

/** "1 (22 Hz, High)", "MAG (High)": the magnetic detector has no frequency. */
function describeDetector(parameters: Parameters, number: number, t: Translate): string {
  const hz = readNumber(parameters, `frequency${number}`);
  const sensitivity = t(describeSensitivity(readNumber(parameters, `sensitivity${number}`)));
  if (number === 0) return `${nameDetector(number, t)} (${sensitivity})`;
  return hz === null || hz === 0 ? `${number} (${sensitivity})` : `${number} (${hz} Hz, ${sensitivity})`;
}

export function describeDetectors(parameters: Parameters, t: Translate): string {
  const on = DETECTORS.filter((number) => parameters[`enable${number}`] === 1);
  const words =
    on.length === 0
      ? t('All off')
      : t('On: {detectors}', { detectors: on.map((number) => describeDetector(parameters, number, t)).join(', ') });
  const pulse = readNumber(parameters, 'HighSpeedPulse');
  if (pulse === null) return words;
  return pulse === 1 ? t('{words}; high-speed pulse on', { words }) : t('{words}; high-speed pulse off', { words });
}

/** "2026-03-16 09:40:00 to 2026-03-16 09:50:00" */
export const describeWindow = (parameters: Parameters, t: Translate): string =>
  t('{start} to {end}', {
    start: readText(parameters, 'FileNamesStartDate'),
    end: readText(parameters, 'FileNamesEndDate'),
  });
