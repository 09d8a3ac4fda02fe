import { whole } from '@waymark/commands/fields';
import { z } from 'zod';
import { MAX_PSG_SEQ } from './topic.ts';

// Fields shared by several payloads. Times on this link are UTC milliseconds.

/** The last millisecond of the year 9999: every accepted time can be written as a date. */
export const MAX_TIME = 253_402_300_799_999;

export const time = whole(0, MAX_TIME).describe('UTC milliseconds');
export const u8 = whole(0, 0xff);
export const u16 = whole(0, 0xffff);
export const u32 = whole(0, 0xffff_ffff);
export const text = z.string().max(64);

const degrees = (most: number) =>
  z
    .number()
    .refine((value) => Math.abs(value) <= most, `not within ${most} degrees`)
    .meta({ minimum: -most, maximum: most, description: 'degrees' });
export const latitude = degrees(90);
export const longitude = degrees(180);
export const altitudeM = z.number().min(-500).max(20_000).describe('metres').nullable().default(null);

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
