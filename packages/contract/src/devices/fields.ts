import { z } from 'zod';
import { asUid } from '../ids.ts';

// Fields shared by calls and events about devices. Instants are UTC texts in the forms of the documents.

/** A device's number: at most 14 digits. */
export const MAX_UID = 99_999_999_999_999;
export const uid = asUid(z.int().positive().max(MAX_UID));
export const uidParams = z.object({ uid: z.coerce.number().pipe(uid) });

/** "YYYY-MM-DD HH:mm:ss" */
export const utcSecond = z.string().length(19);
/** "YYYY-MM-DD HH:mm:ss.SSS" */
export const utcMillisecond = z.string().length(23);
/** "YYYY-MM-DD HH:mm:ss.ffffff", the documents' form of a database date. */
export const utcDatabase = z.string().length(26);
/** UTC milliseconds, where a program draws with them. */
export const utcMs = z.int();

export const flag = z.literal([0, 1]);
/** 0 ELF, 1 GEO, 2 MAG. */
export const packetKind = z.literal([0, 1, 2]);
export const id = z.int().positive();

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
/** The 15 digits that Iridium uses. */
export const imei = z.string().regex(/^\d{15}$/, 'An IMEI has 15 digits.');
