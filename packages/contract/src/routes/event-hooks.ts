import { z } from 'zod';
import { id } from '../devices/fields.ts';
import { HOOK_EVENT_TYPES } from '../event-hooks/catalogue.ts';
import {
  deliveryDetail,
  DELIVERY_STATUSES,
  eventHook,
  exampleDelivery,
  exampleDetail,
  exampleHook,
  hookDelivery,
} from '../event-hooks/hook-row.ts';
import { asCompanyId, asPathId } from '../ids.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Webhooks: events of a company that the server posts to programs. `webhooks.ts` has the calls of satellite providers.

export const MAX_HOOK_URL = 2000;
export const MAX_HOOK_DESCRIPTION = 100;
export const MAX_HOOKS = 20;
export const ETA_MINUTES = { least: 1, most: 1440, usual: 15 } as const;

const hookId = z.coerce.number().pipe(id);
const params = z.object({ id: hookId });
const deliveryParams = z.object({ id: hookId, deliveryId: z.coerce.number().pipe(id) });

const sentHook = z.object({
  url: z.string().trim().min(1).max(MAX_HOOK_URL),
  description: z.string().trim().max(MAX_HOOK_DESCRIPTION),
  eventTypes: z
    .array(z.enum(HOOK_EVENT_TYPES))
    .min(1)
    .max(HOOK_EVENT_TYPES.length)
    .transform((list) => HOOK_EVENT_TYPES.filter((type) => list.includes(type))),
  /** null: all paths, and events that belong to none. */
  pathId: asPathId(id).nullable().default(null),
  etaMinutes: z.int().min(ETA_MINUTES.least).max(ETA_MINUTES.most).default(ETA_MINUTES.usual),
  isEnabled: z.boolean().default(true),
});

const exampleSent = {
  url: exampleHook.url,
  description: exampleHook.description,
  eventTypes: exampleHook.eventTypes,
  pathId: null,
  etaMinutes: 15,
  isEnabled: true,
} satisfies z.input<typeof sentHook>;

/** A new secret, this once. */
const secret = z.string().startsWith('whsec_');
const EXAMPLE_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const eventHooksRoutes = {
  listEventHooks: defineRoute({
    method: 'GET',
    path: '/event-hooks',
    summary: 'The webhooks of the company, the oldest first, without their secrets; a superadmin gets those of all.',
    access: ADMINS,
    reply: z.array(eventHook),
    example: { reply: [exampleHook] },
  }),
  addEventHook: defineRoute({
    method: 'POST',
    path: '/event-hooks',
    summary:
      'Adds a webhook. The answer has its signing secret, this once. A superadmin names the company. The address is https on the internet, unless WAYMARK_WEBHOOKS_ALLOW_PRIVATE allows it.',
    access: ADMINS,
    body: withPlainTexts(sentHook.extend({ groupId: asCompanyId(id).optional() })),
    reply: eventHook.extend({ secret }),
    status: 201,
    problems: ['webhook-url-refused', 'too-many-webhooks', 'path-not-found', 'group-not-found'],
    example: { body: exampleSent, reply: { ...exampleHook, lastDeliveredAt: null, secret: EXAMPLE_SECRET } },
  }),
  changeEventHook: defineRoute({
    method: 'POST',
    path: '/event-hooks/:id',
    summary:
      'Changes a webhook. Disabling it ends what waits for it: those deliveries are dead and can be replayed later.',
    access: ADMINS,
    params,
    body: withPlainTexts(sentHook),
    reply: eventHook,
    problems: ['webhook-not-found', 'webhook-url-refused', 'path-not-found'],
    example: { params: { id: 3 }, body: exampleSent, reply: exampleHook },
  }),
  removeEventHook: defineRoute({
    method: 'DELETE',
    path: '/event-hooks/:id',
    summary: 'Deletes a webhook with its deliveries; what waits is not sent.',
    access: ADMINS,
    params,
    reply: z.object({}),
    problems: ['webhook-not-found'],
    example: { params: { id: 3 }, reply: {} },
  }),
  rotateEventHookSecret: defineRoute({
    method: 'POST',
    path: '/event-hooks/:id/secret',
    summary:
      'Replaces the signing secret. The answer has the new one, this once. For 24 h events carry the signatures of both.',
    access: ADMINS,
    params,
    reply: eventHook.extend({ secret }),
    problems: ['webhook-not-found'],
    example: {
      params: { id: 3 },
      reply: { ...exampleHook, oldSecretUntil: '2026-03-19 03:12:10', secret: EXAMPLE_SECRET },
    },
  }),
  testEventHook: defineRoute({
    method: 'POST',
    path: '/event-hooks/:id/test',
    summary: 'Sends a test event to a webhook; the answer names its delivery.',
    access: ADMINS,
    params,
    reply: z.object({ deliveryId: id }),
    problems: ['webhook-not-found', 'webhook-disabled'],
    example: { params: { id: 3 }, reply: { deliveryId: 88_002 } },
  }),
  listEventDeliveries: defineRoute({
    method: 'GET',
    path: '/event-hooks/:id/deliveries',
    summary: 'The deliveries of a webhook in the last 30 days, the newest first, 25 a page.',
    access: ADMINS,
    params,
    query: z.object({
      status: z.enum(DELIVERY_STATUSES).optional(),
      /** Only deliveries with a lower id: the last one of the page before. */
      before: z.coerce.number().pipe(id).optional(),
    }),
    reply: z.object({ deliveries: z.array(hookDelivery), hasMore: z.boolean() }),
    problems: ['webhook-not-found'],
    example: {
      params: { id: 3 },
      query: { status: 'dead' },
      reply: { deliveries: [exampleDelivery], hasMore: false },
    },
  }),
  readEventDelivery: defineRoute({
    method: 'GET',
    path: '/event-hooks/:id/deliveries/:deliveryId',
    summary: 'A delivery with its body, its latest attempts and the start of the last answer.',
    access: ADMINS,
    params: deliveryParams,
    reply: deliveryDetail,
    problems: ['webhook-delivery-not-found'],
    example: { params: { id: 3, deliveryId: 88_001 }, reply: exampleDetail },
  }),
  replayEventDelivery: defineRoute({
    method: 'POST',
    path: '/event-hooks/:id/deliveries/:deliveryId/replay',
    summary: 'Sends a delivered or dead event again under its old id, with all its attempts.',
    access: ADMINS,
    params: deliveryParams,
    reply: z.object({}),
    problems: ['webhook-delivery-not-found', 'webhook-delivery-waiting', 'webhook-disabled'],
    example: { params: { id: 3, deliveryId: 88_001 }, reply: {} },
  }),
  replayDeadDeliveries: defineRoute({
    method: 'POST',
    path: '/event-hooks/:id/replay',
    summary: 'Sends the dead events of a webhook again, the oldest first; the answer says how many.',
    access: ADMINS,
    params,
    reply: z.object({ count: z.int().min(0) }),
    problems: ['webhook-not-found', 'webhook-disabled'],
    example: { params: { id: 3 }, reply: { count: 14 } },
  }),
};
