import { MAIL_CONTENTS, MAIL_INTERVALS } from '@waymark/domain/report/mail-schedule';
import { z } from 'zod';
import { id, utcSecond } from '../devices/fields.ts';
import { asUserId } from '../ids.ts';
import { COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { timeZone } from '../runs/pig-path.ts';

// Reports that are mailed to users of a company on a schedule.

const MOST_RECIPIENTS = 50;

const sentMail = z.object({
  /** null: a new one. */
  id: id.nullable(),
  /** `finished`: the runs completed since the last mail. `active`: the state of the active runs. */
  content: z.enum(MAIL_CONTENTS),
  every: z.enum(MAIL_INTERVALS),
  /** 0: Monday. A daily mail ignores it. */
  weekday: z.int().min(0).max(6),
  /** On the clocks of the zone. */
  hour: z.int().min(0).max(23),
  timeZone,
  isOn: z.boolean(),
  /** Users of the company. Completed runs go to its admins only. */
  userIds: z.array(asUserId(id)).min(1).max(MOST_RECIPIENTS),
});
export type SentReportMail = z.output<typeof sentMail>;

/** The messages of the last mail, which the outbox delivers. */
const lastMail = z.object({
  at: utcSecond,
  runs: z.int().min(0),
  sent: z.int().min(0),
  waiting: z.int().min(0),
  /** They could not be delivered; the outbox says why. */
  dead: z.int().min(0),
});

const reportMail = sentMail.extend({
  id,
  /** Empty: all have left the company. */
  userIds: z.array(asUserId(id)),
  /** null: it is switched off. */
  nextAt: utcSecond.nullable(),
  /** null: none was sent yet. */
  last: lastMail.nullable(),
});
export type ReportMail = z.output<typeof reportMail>;

/** A user whom the company may choose. */
const person = z.object({ userId: asUserId(id), name: z.string(), isAdmin: z.boolean() });
const reply = z.object({ mails: z.array(reportMail), people: z.array(person) });
export type ReportMails = z.output<typeof reply>;

const exampleSent = {
  content: 'finished',
  every: 'day',
  weekday: 0,
  hour: 6,
  timeZone: 'America/Chicago',
  isOn: true,
  userIds: [7],
} as const;
const exampleReply = {
  mails: [
    {
      ...exampleSent,
      userIds: [...exampleSent.userIds],
      id: 2,
      nextAt: '2026-03-19 11:00:00',
      last: { at: '2026-03-18 11:00:00', runs: 2, sent: 1, waiting: 0, dead: 0 },
    },
  ],
  people: [{ userId: 7, name: 'Dana Reyes', isAdmin: true }],
};

export const reportMailsRoutes = {
  listReportMails: defineRoute({
    method: 'GET',
    path: '/company/report-mails',
    summary: 'The reports that the company gets by mail, with the result of the last one, and its users.',
    access: COMPANY_ADMIN,
    reply,
    example: { reply: exampleReply },
  }),
  saveReportMail: defineRoute({
    method: 'POST',
    path: '/company/report-mails',
    summary: 'Saves a report by mail, a new one with id null.',
    access: COMPANY_ADMIN,
    body: sentMail,
    reply,
    problems: ['report-mail-not-found', 'report-mail-recipient', 'too-many-report-mails'],
    example: { body: { ...exampleSent, userIds: [...exampleSent.userIds], id: 2 }, reply: exampleReply },
  }),
  deleteReportMail: defineRoute({
    method: 'DELETE',
    path: '/company/report-mails/:id',
    summary: 'Deletes a report by mail.',
    access: COMPANY_ADMIN,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply,
    problems: ['report-mail-not-found'],
    example: { params: { id: 2 }, reply: { ...exampleReply, mails: [] } },
  }),
  sendReportMail: defineRoute({
    method: 'POST',
    path: '/company/report-mails/:id/send',
    summary: 'Sends a report by mail now; the next one is sent at its time and begins where this one ends.',
    access: COMPANY_ADMIN,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply,
    problems: ['report-mail-not-found', 'report-mail-just-sent'],
    example: { params: { id: 2 }, reply: exampleReply },
  }),
};
