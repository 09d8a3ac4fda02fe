import { REJECTION_REASONS } from '@waymark/domain/device/rejection';
import { z } from 'zod';
import { id, uid, utcMillisecond, utcSecond } from '../devices/fields.ts';
import { utcText } from '../paging.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Messages of devices that the server could not use, and errors reported by devices. Both are paged from the newest:
// `before` is the `next` of the previous page.

export const rejectionLink = z.enum(['cellular', 'iridium', 'bluetooth']);
const count = z.int().min(0);

const NO_PLACE = 'is no place in the list';
/** The time of a row in UTC milliseconds and its id. */
const rejectionPlace = z.string().regex(/^\d{1,15}\.\d{1,15}$/, NO_PLACE);
/** The time of a row in UTC milliseconds, its device and its code. */
const errorPlace = z.string().regex(/^\d{1,15}\.\d{1,14}\.\d{1,5}$/, NO_PLACE);

const ofDevice = {
  uid: z.coerce.number().pipe(uid).optional(),
  /** A single company, for a caller with several. */
  groupId: z.coerce.number().pipe(id).optional(),
  startDate: utcText.optional(),
  endDate: utcText.optional(),
};
const rowsPerPage = z.coerce.number().int().min(1).max(200).default(50);

const rejectionFilter = z.object({
  ...ofDevice,
  link: rejectionLink.optional(),
  reason: z.enum(REJECTION_REASONS).optional(),
});
const errorFilter = z.object(ofDevice);

/** Rejected messages of one device or sender, one reason and one link within an hour. */
const rejection = z.object({
  id,
  /** null: the sender belongs to no device. */
  uid: uid.nullable(),
  /** The company that had the device then; null: no company. */
  groupId: id.nullable(),
  /** Client id, IMEI or address. */
  sender: z.string(),
  link: rejectionLink,
  reason: z.string(),
  /** The exact fault of the newest message. */
  detail: z.string(),
  /** The MQTT topic, the name of the message or the gateway. */
  topic: z.string(),
  firstAt: utcSecond,
  lastAt: utcSecond,
  count: z.int().positive(),
  /** Bytes of the newest message, of which at most 2,048 are stored. */
  size: count,
});

const deviceError = z.object({
  uid,
  groupId: id,
  /** By the clock of the device. */
  at: utcMillisecond,
  receivedAt: utcSecond,
  code: z.int(),
  detail: z.int(),
});

export const exampleRejection = {
  id: 5120,
  uid: 100_234,
  groupId: 3,
  sender: 'agm-100234',
  link: 'cellular',
  reason: 'field',
  detail: 'battery: expected number, received string',
  topic: 'agm/v1/100234/up/hb',
  firstAt: '2026-03-18 00:00:12',
  lastAt: '2026-03-18 00:06:51',
  count: 14,
  size: 212,
} as const;

const errorExample = {
  uid: 100_234,
  groupId: 3,
  at: '2026-03-18 00:06:50.120',
  receivedAt: '2026-03-18 00:06:51',
  code: 12,
  detail: 345,
};

export const rejectionsRoutes = {
  listRejections: defineRoute({
    method: 'GET',
    path: '/rejections',
    summary: 'Messages of devices that the server could not use, newest first; repeats within an hour share a row.',
    access: ADMINS,
    query: rejectionFilter.extend({ before: rejectionPlace.optional(), rowsPerPage }),
    reply: z.object({ entries: z.array(rejection), next: rejectionPlace.nullable() }),
    example: {
      query: { uid: 100_234, reason: 'field', startDate: '2026-03-18 00:00:00' },
      reply: { entries: [exampleRejection], next: '1773792411000.5120' },
    },
  }),
  readRejection: defineRoute({
    method: 'GET',
    path: '/rejections/:id',
    summary: 'One of these rows with the bytes of its newest message, in hex; secrets in them are replaced by stars.',
    access: ADMINS,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: rejection.extend({ hex: z.string().regex(/^(?:[\da-f]{2}){0,2048}$/) }),
    problems: ['rejection-not-found'],
    example: { params: { id: 5120 }, reply: { ...exampleRejection, hex: '7b2274223a317d' } },
  }),
  exportRejections: defineRoute({
    method: 'GET',
    path: '/rejections/export',
    summary: 'The same rows with their bytes as CSV, at most 20,000 of the newest.',
    access: ADMINS,
    query: rejectionFilter,
    reply: z.string(),
    media: 'text/csv',
    example: {
      query: { uid: 100_234 },
      reply:
        'last_utc,first_utc,count,uid,company_id,link,reason,why,advice,detail,sender,topic,size_bytes,bytes_hex\r\n',
    },
  }),
  listDeviceErrors: defineRoute({
    method: 'GET',
    path: '/device-errors',
    summary: 'The errors that devices have reported, newest first.',
    access: ADMINS,
    query: errorFilter.extend({ before: errorPlace.optional(), rowsPerPage }),
    reply: z.object({ entries: z.array(deviceError), next: errorPlace.nullable() }),
    example: {
      query: { uid: 100_234 },
      reply: { entries: [errorExample], next: '1773792410120.100234.12' },
    },
  }),
  exportDeviceErrors: defineRoute({
    method: 'GET',
    path: '/device-errors/export',
    summary: 'The same errors as CSV, at most 20,000 of the newest.',
    access: ADMINS,
    query: errorFilter,
    reply: z.string(),
    media: 'text/csv',
    example: { query: { uid: 100_234 }, reply: 'time_utc,received_utc,uid,company_id,code,detail\r\n' },
  }),
};
