import { z } from 'zod';
import { altitudeM, latitude, longitude, psgSeq, time, u16, via } from './fields.ts';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** What the device measured of its own signal; per channel in the order ELF, GEO, MAG. */
const featuresSchema = z.object({
  snrDb: perChannel,
  widthS: perChannel,
  weldSpeedMps: z.number().min(0).nullable(),
  /** Shares of six audio bands, 0 to 255. */
  audioBands: z.array(z.int().min(0).max(0xff)).length(6),
});

export const passageSchema = z.object({
  /** Counts a device's passages; with the uid it names this one. */
  psgSeq,
  t: time,
  via,
  /** The end of the 500 samples: 15 s after the passage. */
  endOfSnip: time,
  detectionCount: u16,
  /** Hertz; 0 for MAG. */
  freq: z.literal(0).or(z.int().min(10).max(30)),
  /** Which channels triggered: 1 ELF, 2 GEO, 4 MAG. */
  mask: z.int().min(0).max(7),
  lat: latitude,
  lon: longitude,
  alt: altitudeM,
  samplingRate: z.number().positive().max(2000),
  isOffline: z.boolean(),
  features: featuresSchema.nullable().default(null),
});
export type Passage = z.output<typeof passageSchema>;
