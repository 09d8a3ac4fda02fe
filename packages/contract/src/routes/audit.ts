import { z } from 'zod';
import { utcSecond } from '../devices/fields.ts';
import { utcText } from '../paging.ts';
import { ADMINS, SUPERADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

// The audit log of user actions, and the failures behind log ids. Both are paged from the newest: `before` is the last
// id of the previous page.

/** A single line that the database can store. */
const sought = z
  .string()
  .trim()
  .max(200)
  // oxlint-disable-next-line no-control-regex -- PostgreSQL's texts hold no such character
  .regex(/^[^\u0000]*$/, 'is not a text')
  .transform((text) => (text === '' ? undefined : text))
  .optional();
const soughtId = z.coerce.number().int().positive().optional();

const timeFilter = { startDate: utcText.optional(), endDate: utcText.optional() };

const auditFilter = z.object({
  /** The id of a user, or a part of the name of the user or task that acted. */
  person: sought,
  objectType: sought,
  objectId: sought,
  action: sought,
  ...timeFilter,
  /** A single company, for callers with several. */
  groupId: soughtId,
});

const pageQuery = { before: soughtId, rowsPerPage: z.coerce.number().int().min(1).max(200).default(50) };

const auditEntry = z.object({
  id: z.int().positive(),
  at: utcSecond,
  /** Negative: an API key. null: the server itself; the name is that of its task. */
  userId: z.int().nullable(),
  userName: z.string(),
  groupId: z.int().positive().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  /** The current name of the user, company or path with that id; of a run the path and the pig. */
  objectName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

const errorEntry = z.object({
  logId: z.int().positive(),
  at: utcSecond,
  /** Negative: an API key. */
  userId: z.int().nullable(),
  /** null: not signed in, or the user has been deleted or the key revoked. */
  userName: z.string().nullable(),
  route: z.string(),
  /** 0: a failure of the console. */
  status: z.int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
});

export const auditRoutes = {
  listAudit: defineRoute({
    method: 'GET',
    path: '/audit',
    summary: "The audit trail of the caller's company (all companies for the superadmin), newest first.",
    access: ADMINS,
    query: auditFilter.extend(pageQuery),
    reply: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
    example: {
      query: { person: 'Reyes', objectType: 'user', startDate: '2026-03-18 00:00:00' },
      reply: {
        entries: [
          {
            id: 812,
            at: '2026-03-18 00:06:51',
            userId: 7,
            userName: 'Dana Reyes',
            groupId: 3,
            address: '192.0.2.17',
            requestId: '5c0f3f0e-1f6a-4f43-9a8c-0d6f6f1f6e0b',
            action: 'user-updated',
            objectType: 'user',
            objectId: '9',
            objectName: 'Vic Olsen',
            before: { role: 'viewer' },
            after: { role: 'admin' },
          },
        ],
        hasMore: false,
      },
    },
  }),
  exportAudit: defineRoute({
    method: 'GET',
    path: '/audit/export',
    summary: 'The same entries as CSV, at most 50,000 of the newest. The audit trail records the export.',
    access: ADMINS,
    query: auditFilter,
    reply: z.string(),
    media: 'text/csv',
    example: {
      query: { startDate: '2026-03-18 00:00:00' },
      reply: 'time_utc,user_id,user,company_id,address,request_id,action,object_type,object_id,object,before,after\r\n',
    },
  }),
  listErrors: defineRoute({
    method: 'GET',
    path: '/admin/error-log',
    summary: 'The error log, newest first: all failures with a log id, or one of them.',
    access: SUPERADMIN,
    query: z.object({ logId: soughtId, ...timeFilter, ...pageQuery }),
    reply: z.object({ entries: z.array(errorEntry), hasMore: z.boolean() }),
    example: {
      query: { logId: 4711 },
      reply: {
        entries: [
          {
            logId: 4711,
            at: '2026-03-18 00:06:51',
            userId: 7,
            userName: 'Dana Reyes',
            route: 'POST /api/user',
            status: 409,
            code: 'email-taken',
            message: 'Error adding user - email address already in system',
            requestId: '5c0f3f0e-1f6a-4f43-9a8c-0d6f6f1f6e0b',
          },
        ],
        hasMore: false,
      },
    },
  }),
};
