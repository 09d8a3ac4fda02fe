import { z } from 'zod';
import { id, packetKind, uid, utcMillisecond } from './fields.ts';

/** A record of a passage with its samples, for charts. */
export const passageData = z.object({
  passageId: id,
  uid,
  passageTimeStamp: utcMillisecond,
  passageTimeEndOfSnip: utcMillisecond,
  detectionCount: z.int(),
  passageDetectedFrequency: z.int(),
  packetComplexInformation: packetKind,
  samplingRate: z.number(),
  isVerified: z.boolean(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Millimetres. */
  alt: z.int().nullable(),
  /** Expanded from a satellite snippet, with less detail than the original. */
  isSnippet: z.boolean(),
  /**
   * Four numbers of the device (version, channel, sensitivity, rate in mHz), then 500 samples; empty: no data received.
   */
  data: z.array(z.int()),
});
export type PassageData = z.output<typeof passageData>;

export const examplePassageData: PassageData = {
  passageId: 70_311,
  uid: 100_234,
  passageTimeStamp: '2026-03-16 09:41:56.120',
  passageTimeEndOfSnip: '2026-03-16 09:42:11.120',
  detectionCount: 148,
  passageDetectedFrequency: 22,
  packetComplexInformation: 0,
  samplingRate: 16.66667,
  isVerified: false,
  lat: 36.1301,
  lon: -96.0302,
  alt: 214_300,
  isSnippet: false,
  data: [1, 0, 4, 16_667, 12, -8, 31],
};
