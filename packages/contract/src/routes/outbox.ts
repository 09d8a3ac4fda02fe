import { z } from 'zod';
import { utcSecond } from '../devices/fields.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Messages to users: pending, sent, and failed for good.

const messageStatus = z.enum(['dead', 'waiting', 'sent']);

const listedMessage = z.object({
  id: z.int().positive(),
  medium: z.enum(['mail', 'sms', 'push']),
  to: z.string(),
  subject: z.string(),
  /** null: it contains a secret for its recipient. */
  text: z.string().nullable(),
  status: messageStatus,
  attempts: z.int(),
  /** The reason of the last failed attempt. */
  lastError: z.string().nullable(),
  createdAt: utcSecond,
  sentAt: utcSecond.nullable(),
});

export const outboxRoutes = {
  listMessages: defineRoute({
    method: 'GET',
    path: '/outbox',
    summary: "The messages of the caller's company (all companies for the superadmin), newest first.",
    access: ADMINS,
    query: z.object({
      status: messageStatus.default('dead'),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    reply: z.object({ messages: z.array(listedMessage), hasMore: z.boolean() }),
    example: {
      query: { status: 'dead' },
      reply: {
        messages: [
          {
            id: 12,
            medium: 'sms',
            to: '9185550134',
            subject: 'Passage at marker 4',
            text: 'Run 7: PIG-12 passed marker 4 at 2026-03-18 00:06:51 UTC.',
            status: 'dead',
            attempts: 1,
            lastError: 'not opted in',
            createdAt: '2026-03-18 00:06:51',
            sentAt: null,
          },
        ],
        hasMore: false,
      },
    },
  }),
  retryMessage: defineRoute({
    method: 'POST',
    path: '/outbox/:id/retry',
    summary: 'Sends a dead message again, with all its attempts.',
    access: ADMINS,
    params: z.object({ id: z.coerce.number().int().positive() }),
    reply: z.object({}),
    problems: ['message-not-found', 'message-not-dead'],
    example: { params: { id: 12 }, reply: {} },
  }),
};
