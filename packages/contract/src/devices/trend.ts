import { z } from 'zod';
import { uid } from './fields.ts';

export const TREND_HOURS = 24;
export const TREND_DAYS = 14;
/** The size of a page of the device table. */
export const MOST_TRENDS = 30;

/** Recent history of a device, oldest first; the last value is the current hour or UTC day. */
export const trend = z.object({
  uid,
  /** Hourly averages of the heartbeats in millivolts; null: no heartbeat. */
  battery: z.array(z.int().nullable()).length(TREND_HOURS),
  /** Negative, in dBm. */
  signal: z.array(z.int().nullable()).length(TREND_HOURS),
  /** Passages per day. */
  passages: z.array(z.int().min(0)).length(TREND_DAYS),
});
export type Trend = z.output<typeof trend>;

export const exampleTrend: Trend = {
  uid: 100_234,
  battery: Array.from({ length: TREND_HOURS }, (_none, hour) => (hour === 3 ? null : 8700 - hour * 4)),
  signal: Array.from({ length: TREND_HOURS }, (_none, hour) => (hour === 3 ? null : -85 - (hour % 3))),
  passages: [0, 0, 3, 1, 0, 0, 0, 2, 4, 0, 0, 1, 0, 2],
};

/** "100234,100235" */
export const trendQuery = z.object({
  uids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/)
    .max(MOST_TRENDS * 16)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((uids) => uids.length <= MOST_TRENDS, `more than ${MOST_TRENDS} devices`),
});
