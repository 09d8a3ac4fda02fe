import { ESCALATION_MEDIA, MOST_ESCALATION_MINUTES, MOST_STEPS } from '@waymark/domain/alert/escalation';
import { MOST_SHIFTS, WEEK_MINUTES } from '@waymark/domain/on-call/roster';
import { z } from 'zod';
import { id, utcSecond } from '../devices/fields.ts';
import { asPathId, asUserId } from '../ids.ts';

const MOST_USERS = 50;

export const escalationStep = z.object({
  /** Minutes since the alert was raised. */
  afterMinutes: z.int().min(1).max(MOST_ESCALATION_MINUTES),
  onCall: z.boolean(),
  userIds: z.array(asUserId(id)).max(MOST_USERS).readonly(),
  media: z.array(z.enum(ESCALATION_MEDIA)).max(ESCALATION_MEDIA.length).readonly(),
});
/** Without steps alerts are not escalated. */
export const escalationSteps = z.array(escalationStep).max(MOST_STEPS);

const minuteOfWeek = z
  .int()
  .min(0)
  .max(WEEK_MINUTES - 1);
/** Minutes since Monday 00:00 on the clocks of the roster's zone; `until` at or before `from` is in the next week. */
export const weeklyShift = z.object({ userId: asUserId(id), from: minuteOfWeek, until: minuteOfWeek });

export const sentRoster = z.object({
  /** An IANA name. */
  timeZone: z.string().max(64),
  shifts: z.array(weeklyShift).max(MOST_SHIFTS),
});

export const overrideRow = z.object({
  id,
  /** null: no one takes these hours. */
  userId: asUserId(id).nullable(),
  from: utcSecond,
  until: utcSecond,
  /** The user who added it, by the name of that time. */
  addedBy: z.string(),
});

/** A user of the company, with the media by which messages reach them. */
export const onCallPerson = z.object({
  userId: asUserId(id),
  name: z.string(),
  isAdmin: z.boolean(),
  media: z.array(z.enum(ESCALATION_MEDIA)),
});

export const onCallSettings = z.object({
  roster: sentRoster,
  overrides: z.array(overrideRow),
  steps: escalationSteps,
  /** Paths whose steps differ; without steps their alerts are not escalated. */
  paths: z.array(z.object({ pathId: asPathId(id), pathName: z.string(), steps: escalationSteps })),
  people: z.array(onCallPerson),
});
export type OnCallSettings = z.output<typeof onCallSettings>;

/** The step of an escalation that comes next. In the past: it is due. */
export const nextEscalation = z.object({
  at: utcSecond,
  /** The names of those who get it, as the roster is now. */
  to: z.array(z.string()),
  /** Why it goes to the administrators: no one is on call then, or a person is gone or cannot be reached. */
  reason: z.enum(['gap', 'unreachable']).nullable(),
});

export const exampleStep: z.output<typeof escalationStep> = {
  afterMinutes: 15,
  onCall: true,
  userIds: [],
  media: ['sms', 'email'],
};
export const exampleOnCallSettings: OnCallSettings = {
  roster: { timeZone: 'America/Chicago', shifts: [{ userId: 12, from: 1080, until: 1800 }] },
  overrides: [
    { id: 5, userId: null, from: '2026-12-24 18:00:00', until: '2026-12-25 06:00:00', addedBy: 'Dana Reyes' },
  ],
  steps: [exampleStep],
  paths: [{ pathId: 7, pathName: 'North line', steps: [] }],
  people: [{ userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] }],
};
