import { LEAST_HZ, MOST_HZ } from './detectors.ts';
import { GEO_MODES, POWER_MODES, RECORD_MODES, SCHEDULES, SENSITIVITIES } from '@waymark/domain/device/modes';
import { z } from 'zod';

// Fields shared by several commands and the devices' responses, as integers of the documents.

/** A single check instead of three, because some run for every field of every heartbeat. */
export const whole = (least: number, most: number) =>
  z
    .number()
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `not a whole number from ${least} to ${most}`,
    )
    .meta({ type: 'integer', minimum: least, maximum: most });

const nameWords = (words: readonly string[]) => words.map((word, at) => `${at} ${word}`).join(', ');
/** Index of a word in its list. */
export const placeIn = (words: readonly string[]) => whole(0, words.length - 1).describe(nameWords(words));

export const bit = z.literal([0, 1]);
/** A bit with a word for each value. */
export const bitOf = (words: readonly [string, string]) => bit.describe(nameWords(words));
export const sensitivity = placeIn(SENSITIVITIES);
export const powerMode = placeIn(POWER_MODES);
export const recordMode = placeIn(RECORD_MODES);
export const scheduleIndex = placeIn(SCHEDULES);
export const geoMode = placeIn(GEO_MODES);

/** Detector 0 is MAG and always has 0; the others use 10 to 30 Hz. */
const magFrequency = z.literal(0);
const elfFrequency = z.int().min(LEAST_HZ).max(MOST_HZ);

export const detectors = z.object({
  frequency0: magFrequency,
  frequency1: elfFrequency,
  frequency2: elfFrequency,
  frequency3: elfFrequency,
  sensitivity0: sensitivity,
  sensitivity1: sensitivity,
  sensitivity2: sensitivity,
  sensitivity3: sensitivity,
  enable0: bit,
  enable1: bit,
  enable2: bit,
  enable3: bit,
});
export const exampleDetectors = {
  frequency0: 0,
  frequency1: 22,
  frequency2: 22,
  frequency3: 22,
  sensitivity0: 4,
  sensitivity1: 4,
  sensitivity2: 4,
  sensitivity3: 4,
  enable0: 1,
  enable1: 1,
  enable2: 0,
  enable3: 0,
} as const;

const fileDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .describe('`YYYY-MM-DD HH:mm:ss` in UTC');
export const fileWindow = z.object({ FileNamesStartDate: fileDate, FileNamesEndDate: fileDate });
export const exampleWindow = {
  FileNamesStartDate: '2026-03-16 09:40:00',
  FileNamesEndDate: '2026-03-16 09:50:00',
} as const;

export const none = z.object({});
