import { z } from 'zod';
import { id, utcSecond } from '../devices/fields.ts';
import { asCompanyId, asPathId } from '../ids.ts';
import { HOOK_EVENT_TYPES, SENT_EVENTS, type SentEventType } from './catalogue.ts';
import { cloudEvent, writeExample } from './cloud-event.ts';

/** Counts of deliveries end here: more are not counted. */
export const MOST_COUNTED = 1000;

export const eventHook = z.object({
  id,
  /** The company. */
  groupId: asCompanyId(id),
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(z.enum(HOOK_EVENT_TYPES)),
  /** false: only events of `pathId`, of its runs and of the devices that watch them. */
  isForAllPaths: z.boolean(),
  /** null: all paths, or its path is deleted and no event fits. */
  pathId: asPathId(id).nullable(),
  pathName: z.string().nullable(),
  /** How far the expected arrival must move for an event. */
  etaMinutes: z.int().positive(),
  isEnabled: z.boolean(),
  /** The receiver answered 410 Gone, and the server disabled the webhook. */
  isGone: z.boolean(),
  /** The first failure since the last success; null: it does not fail. */
  failingSince: utcSecond.nullable(),
  lastError: z.string().nullable(),
  /** Rounded to 10 s; null: nothing was delivered yet. */
  lastDeliveredAt: utcSecond.nullable(),
  waiting: z.int().min(0).max(MOST_COUNTED),
  dead: z.int().min(0).max(MOST_COUNTED),
  /** Until then events carry the signature of the replaced secret too; null: there is none. */
  oldSecretUntil: utcSecond.nullable(),
  createdAt: utcSecond,
  madeBy: z.string(),
});

export const exampleHook = {
  id: 3,
  groupId: 3,
  url: 'https://receiver.example.com/waymark',
  description: 'Control room',
  eventTypes: ['waymark.run.launched', 'waymark.run.passage-verified', 'waymark.run.received'],
  isForAllPaths: true,
  pathId: null,
  pathName: null,
  etaMinutes: 15,
  isEnabled: true,
  isGone: false,
  failingSince: null,
  lastError: null,
  lastDeliveredAt: '2026-03-18 03:12:10',
  waiting: 0,
  dead: 0,
  oldSecretUntil: null,
  createdAt: '2026-03-17 09:00:00',
  madeBy: 'Dana Reyes',
} satisfies z.input<typeof eventHook>;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'dead'] as const;

export const hookDelivery = z.object({
  id,
  /** The id of the event, as the receiver gets it. */
  eventId: z.string(),
  eventType: z.enum(Object.keys(SENT_EVENTS) as [SentEventType, ...SentEventType[]]),
  subject: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int().min(0),
  /** When it was stored, or replayed last. */
  queuedAt: utcSecond,
  /** null: delivered, or dead. */
  nextAttemptAt: utcSecond.nullable(),
  finishedAt: utcSecond.nullable(),
  /** The status of the last answer; null: none came. */
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
});

const attempt = z.object({
  at: utcSecond,
  tookMs: z.int().min(0),
  status: z.int().nullable(),
  error: z.string().nullable(),
});

export const deliveryDetail = hookDelivery.extend({
  body: cloudEvent,
  /** The latest attempts, at most 20, the oldest first. */
  log: z.array(attempt),
  /** The first 1,000 characters of the last answer. */
  response: z.string().nullable(),
});

export const exampleDelivery = {
  id: 88_001,
  eventId: '0d6a7f3e-8b0b-4a53-9a55-3f4f4bb0c7a1',
  eventType: 'waymark.run.passage-verified',
  subject: 'runs/41',
  status: 'dead',
  attempts: 9,
  queuedAt: '2026-03-18 03:12:09',
  nextAttemptAt: null,
  finishedAt: '2026-03-19 01:20:31',
  lastStatus: 503,
  lastError: 'The receiver answered 503.',
} satisfies z.input<typeof hookDelivery>;

export const exampleDetail = {
  ...exampleDelivery,
  body: writeExample('waymark.run.passage-verified'),
  log: [{ at: '2026-03-19 01:20:30', tookMs: 412, status: 503, error: 'The receiver answered 503.' }],
  response: 'Service Unavailable',
} satisfies z.input<typeof deliveryDetail>;
