import { z } from 'zod';
import { MAX_PSG_SEQ } from './topic.ts';

// The fields that several payloads share. Times on this link are UTC milliseconds.

/** The last millisecond of the year 9999: every accepted time can be written as a date. */
export const MAX_TIME = 253_402_300_799_999;

/** One check instead of three: these run for every field of every heartbeat. */
const whole = (least: number, most: number) =>
  z.number().refine((value) => Number.isInteger(value) && value >= least && value <= most, `not a whole number from ${least} to ${most}`);

export const time = whole(0, MAX_TIME);
export const u8 = whole(0, 0xff);
export const u16 = whole(0, 0xffff);
export const u32 = whole(0, 0xffff_ffff);
export const bit = z.literal([0, 1]);
export const text = z.string().max(64);

const degrees = (most: number) => z.number().refine((value) => Math.abs(value) <= most, `not within ${most} degrees`);
export const latitude = degrees(90);
export const longitude = degrees(180);
export const altitudeM = z.number().min(-500).max(20_000).nullable().default(null);

export const psgSeq = whole(0, MAX_PSG_SEQ);
export const commandId = whole(0, 0xffff_ffff);
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

/** How a message came to the broker: the device's own modem, or a Bluetooth relay beside it. */
export const via = z.enum(['cell', 'bt']).default('cell');
