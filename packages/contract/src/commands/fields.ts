import { LEAST_HZ, MOST_HZ } from '@waymark/domain/command/detectors';
import { z } from 'zod';

// The fields that several commands and the devices' responses share, in the documents' integers.

/** One check instead of three: some of these run for every field of every heartbeat. */
export const whole = (least: number, most: number) =>
  z.number().refine((value) => Number.isInteger(value) && value >= least && value <= most, `not a whole number from ${least} to ${most}`);

export const bit = z.literal([0, 1]);
/** 0 to 6: Ultra Low to Ultra High. */
export const sensitivity = whole(0, 6);
/** 0 Active, 1 Hibernate, 2 Low Power, 3 Cellular OFF. */
export const powerMode = whole(0, 3);
/** 0 Off, 1 On, 2 Download. */
export const recordMode = whole(0, 2);
/** 30 min, 1, 2, 4, 8, 12, 16, 24 h. */
export const scheduleIndex = whole(0, 7);
/** Low to Very High. */
export const geoMode = whole(0, 3);

/** Detector 0 is MAG and always has 0; the others listen at 10 to 30 Hz. */
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
  frequency0: 0, frequency1: 22, frequency2: 22, frequency3: 22,
  sensitivity0: 4, sensitivity1: 4, sensitivity2: 4, sensitivity3: 4,
  enable0: 1, enable1: 1, enable2: 0, enable3: 0,
} as const;

/** "YYYY-MM-DD HH:mm:ss" in UTC. */
const fileDate = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
export const fileWindow = z.object({ FileNamesStartDate: fileDate, FileNamesEndDate: fileDate });
export const exampleWindow = { FileNamesStartDate: '2026-03-16 09:40:00', FileNamesEndDate: '2026-03-16 09:50:00' } as const;

export const none = z.object({});
