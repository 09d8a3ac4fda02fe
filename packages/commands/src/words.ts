import { describePowerMode, describeSchedule, describeSensitivity, hasSchedule } from '@waymark/domain/device/modes';
import { nameDetector } from '@waymark/domain/device/detector-name';
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

export const onOrOff = (value: unknown): string => (value === 1 || value === true ? 'On' : 'Off');

/** Names the chosen one of a list; empty where the number chooses none. */
export const pick = (words: readonly string[], index: number | null): string => words[index ?? -1] ?? '';

/** "Low Power, every 30 minutes" */
export function describePower(parameters: Parameters): string {
  const mode = readNumber(parameters, 'powerMode');
  const schedule = readNumber(parameters, 'connectSchedule');
  const words = describePowerMode(mode);
  return hasSchedule(mode) && schedule !== null ? `${words}, ${describeSchedule(schedule).toLowerCase()}` : words;
}

/** "1 (22 Hz, High)", "MAG (High)": the magnetic detector has no frequency. */
function describeDetector(parameters: Parameters, number: number): string {
  const hz = readNumber(parameters, `frequency${number}`);
  const sensitivity = describeSensitivity(readNumber(parameters, `sensitivity${number}`));
  if (number === 0) return `${nameDetector(number)} (${sensitivity})`;
  return hz === null || hz === 0 ? `${number} (${sensitivity})` : `${number} (${hz} Hz, ${sensitivity})`;
}

export function describeDetectors(parameters: Parameters): string {
  const on = DETECTORS.filter((number) => parameters[`enable${number}`] === 1);
  const words =
    on.length === 0 ? 'All off' : `On: ${on.map((number) => describeDetector(parameters, number)).join(', ')}`;
  const pulse = readNumber(parameters, 'HighSpeedPulse');
  return pulse === null ? words : `${words}; high-speed pulse ${pulse === 1 ? 'on' : 'off'}`;
}

/** "2026-03-16 09:40:00 to 2026-03-16 09:50:00" */
export const describeWindow = (parameters: Parameters): string =>
  `${readText(parameters, 'FileNamesStartDate')} to ${readText(parameters, 'FileNamesEndDate')}`;
