import { z } from 'zod';
import { MAX_PSG_SEQ } from './topic.ts';

// The fields that several payloads share. Times on this link are UTC milliseconds.

/** The last millisecond of the year 9999: every accepted time can be written as a date. */
export const MAX_TIME = 253_402_300_799_999;

export const time = z.int().min(0).max(MAX_TIME);
export const u8 = z.int().min(0).max(0xff);
export const u16 = z.int().min(0).max(0xffff);
export const u32 = z.int().min(0).max(0xffff_ffff);
export const bit = z.literal([0, 1]);
export const text = z.string().max(64);

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const altitudeM = z.number().min(-500).max(20_000).nullable().default(null);

export const psgSeq = z.int().min(0).max(MAX_PSG_SEQ);
export const commandId = z.int().min(0).max(0xffff_ffff);
/** 0 to 6: Ultra Low to Ultra High. */
export const sensitivity = z.int().min(0).max(6);
/** 0 Active, 1 Hibernate, 2 Low Power, 3 Cellular OFF. */
export const powerMode = z.int().min(0).max(3);
/** 0 Off, 1 On, 2 Download. */
export const recordMode = z.int().min(0).max(2);
/** 30 min, 1, 2, 4, 8, 12, 16, 24 h. */
export const scheduleIndex = z.int().min(0).max(7);
/** Low to Very High. */
export const geoMode = z.int().min(0).max(3);

/** How a message came to the broker: the device's own modem, or a Bluetooth relay beside it. */
export const via = z.enum(['cell', 'bt']).default('cell');
