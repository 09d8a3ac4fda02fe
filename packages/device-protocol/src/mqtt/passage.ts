import { z } from 'zod';
import { altitudeM, latitude, longitude, psgSeq, time, u16, via } from './fields.ts';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** Signal features measured by the device; per channel in the order ELF, GEO, MAG. */
const featuresSchema = z.object({
  snrDb: perChannel.describe('signal to noise of ELF, GEO, MAG, dB'),
  widthS: perChannel.describe('width of ELF, GEO, MAG, seconds'),
  weldSpeedMps: z.number().min(0).nullable().describe('speed by the welds, metres a second; null: not measured'),
  audioBands: z
    .array(z.int().min(0).max(0xff))
    .length(6)
    .describe("shares of the geophone's power at 5–20, 20–40, 40–70, 70–120, 120–200 and 200–400 Hz, 255 is all"),
});

export const passageSchema = z.object({
  psgSeq,
  t: time.describe('UTC milliseconds of the passage'),
  via,
  endOfSnip: time.describe('the end of its 500 samples, 15 s later; uid and `endOfSnip` name the passage'),
  detectionCount: u16.describe('passages since the last reset of the count'),
  freq: z
    .literal(0)
    .or(z.int().min(10).max(30))
    .describe('hertz of the transmitter, where ELF is among the channels; else 0'),
  mask: z
    .int()
    .min(0)
    .max(7)
    .describe('which channels triggered: 1 ELF + 2 GEO + 4 MAG; 0: the device does not say, then `freq` decides'),
  lat: latitude,
  lon: longitude,
  alt: altitudeM,
  samplingRate: z.number().positive().max(2000).describe('samples a second: 16.66667'),
  isOffline: z.boolean().describe('stored when there was no link, and sent later'),
  features: featuresSchema.nullable().default(null).describe('what the device measured of its own signal'),
});
export type Passage = z.output<typeof passageSchema>;
