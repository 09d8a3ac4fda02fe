import { z } from 'zod';

const TWO_DIGITS = 99;

export interface Firmware {
  readonly major: number;
  readonly minor: number;
}

/** "10.71" as text, because as a number 10.7 equals 10.70. */
export const firmwareText = z.string().regex(/^\d{1,3}\.\d{1,3}$/);

export function parseFirmware(text: string): Firmware | null {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})$/.exec(text) ?? [];
  return major === undefined || minor === undefined ? null : { major: Number(major), minor: Number(minor) };
}

export function formatFirmware({ major, minor }: Firmware): string {
  return `${major}.${minor}`;
}

/**
 * The number used for thresholds: from major 10 on the minor has two digits, so that 10.5 (10.05) is below 10.44. A
 * minor of 100 or more follows .99, so that 10.100 (10.99001) is above 10.99 and below 11.
 */
export function computeFirmwareVersion({ major, minor }: Firmware): number {
  if (minor > TWO_DIGITS) return Number(`${major}.99${String(minor - TWO_DIGITS).padStart(3, '0')}`);
  return Number(`${major}.${major < 10 ? minor : String(minor).padStart(2, '0')}`);
}
