import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { ALERT_STATES } from '@waymark/domain/alert/alert-life';
import { z } from 'zod';
import { id, uid, utcSecond } from '../devices/fields.ts';
import { asCompanyId, asPathId, asRunId, asUserId } from '../ids.ts';
import { nextEscalation } from './on-call.ts';

/** Longest note or comment. */
export const MOST_NOTE = 500;

export const unitWords = z.object({ us: z.string(), metric: z.string() });

const translations = z.object({ es: unitWords, fr: unitWords });
/** The words of a cause, in English and in the other languages. */
export const causeWords = z.object({ words: unitWords, translations });

/** An alert as lists and events have it. */
export const alertRow = z.object({
  id,
  groupId: asCompanyId(id),
  /** null: it is about the links of the company. */
  runId: asRunId(id).nullable(),
  /** null: its path is deleted, or the alert is about links. */
  pathId: asPathId(id).nullable(),
  /** The name of the run's path, and its pig. */
  runName: z.string().nullable(),
  pig: z.string().nullable(),
  kind: z.enum(ALERT_KINDS),
  state: z.enum(ALERT_STATES),
  markerName: z.string().nullable(),
  uid: uid.nullable(),
  /** The cause when it last began, in each system of units. */
  words: unitWords,
  /** The same in the other languages; null: raised by an older version. */
  translations: translations.nullable(),
  raisedAt: utcSecond,
  lastRaisedAt: utcSecond,
  /** How often the cause began. */
  count: z.int().positive(),
  notifiedAt: utcSecond.nullable(),
  acknowledged: z.object({ userId: asUserId(id), name: z.string(), at: utcSecond, note: z.string() }).nullable(),
  assigned: z.object({ userId: asUserId(id), name: z.string() }).nullable(),
  /** null: the cause holds. */
  endedAt: utcSecond.nullable(),
  closedAt: utcSecond.nullable(),
  /** null: nothing more is sent to further people. */
  nextEscalation: nextEscalation.nullable(),
});
export type AlertRow = z.output<typeof alertRow>;

export const ALERT_STEPS = [
  'raised',
  'raised-again',
  'notified',
  'escalated',
  'escalation-failed',
  'acknowledged',
  'assigned',
  'commented',
  'ended',
  'closed',
] as const;
export type AlertStep = (typeof ALERT_STEPS)[number];

export const alertEvent = z.object({
  at: utcSecond,
  step: z.enum(ALERT_STEPS),
  /** null: the server. */
  userName: z.string().nullable(),
  /** The cause, a note, a comment, or the name of a user. */
  text: z.string(),
});
export type AlertEvent = z.output<typeof alertEvent>;

export const exampleAlert = {
  id: 907,
  groupId: 3,
  runId: 41,
  pathId: 7,
  runName: 'North line',
  pig: 'CLN-16-02',
  kind: 'pig-stopped',
  state: 'acknowledged',
  markerName: null,
  uid: null,
  words: { us: 'Nothing heard at AGM 04.', metric: 'Nothing heard at AGM 04.' },
  translations: null,
  raisedAt: '2026-03-18 04:40:10',
  lastRaisedAt: '2026-03-18 04:40:10',
  count: 1,
  notifiedAt: '2026-03-18 04:40:10',
  acknowledged: { userId: 12, name: 'Dana Reyes', at: '2026-03-18 04:42:31', note: 'Crew 2 drives to AGM 04.' },
  assigned: null,
  endedAt: null,
  closedAt: null,
  nextEscalation: null,
} as const;
