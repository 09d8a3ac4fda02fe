import { whole } from '@waymark/commands/fields';
import { z } from 'zod';
import { MAX_PSG_SEQ } from './topic.ts';

// Fields shared by several payloads. Times on this link are UTC milliseconds.

/** The last millisecond of the year 9999: every accepted time can be written as a date. */
export const MAX_TIME = 253_402_300_799_999;

export const time = whole(0, MAX_TIME).describe('UTC milliseconds');
export const MAX_U8 = 0xff;
export const MAX_U16 = 0xffff;
export const u8 = whole(0, MAX_U8);
export const u16 = whole(0, MAX_U16);
export const u32 = whole(0, 0xffff_ffff);
export const text = z.string().max(64);

const degrees = (most: number) =>
  z
    .number()
    .refine((value) => Math.abs(value) <= most, `not within ${most} degrees`)
    .meta({ minimum: -most, maximum: most, description: 'degrees' });
export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;
export const latitude = degrees(MAX_LATITUDE);
export const longitude = degrees(MAX_LONGITUDE);
export const ALTITUDES_M = { least: -500, most: 20_000 } as const;
export const altitudeM = z
  .number()
  .min(ALTITUDES_M.least)
  .max(ALTITUDES_M.most)
  .describe('metres')
  .nullable()
  .default(null);

export const psgSeq = whole(0, MAX_PSG_SEQ).describe(
  "the device's own count of its passages; it may start again after a reset",
);
export const commandId = whole(0, 0xffff_ffff);
/** For messages that may be an answer. */
export const answeredId = commandId
  .nullable()
  .default(null)
  .describe('the command that it answers; null when the device tells it unasked');
/** The link of a message to the broker: the device's own modem, or a Bluetooth relay. */
export const via = z.enum(['cell', 'bt']).default('cell').describe('the link; what a relay brings counts as bt');
