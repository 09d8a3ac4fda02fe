import { MOST_LIMIT_MINUTES } from '@waymark/domain/run/alerts/alerts';
import { z } from 'zod';
import { alertEvent, alertRow, exampleAlert, MOST_NOTE } from '../alerts/alert-row.ts';
import { id, utcSecond } from '../devices/fields.ts';
import { asUserId } from '../ids.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, COMPANY_ADMIN, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Alerts: demands with a life on the server (docs/decisions/0063).

/** Alerts of a list that is not paged. */
export const MOST_ALERTS = 1000;
const MOST_AT_ONCE = 500;

const alertParams = z.object({ id: z.coerce.number().pipe(id) });
const note = z.string().trim().max(MOST_NOTE);
const ids = z.array(id).min(1).max(MOST_AT_ONCE);
const alerts = z.object({ alerts: z.array(alertRow) });
const exampleAlerts = { alerts: [exampleAlert] };
/** The time of the closing in UTC milliseconds and the id. */
const place = z.string().regex(/^\d{1,15}\.\d{1,15}$/, 'is no place in the list');
/** 0: no such alert. */
const minutes = z.int().min(0).max(MOST_LIMIT_MINUTES);
/** The token of a link in a message. */
const answerBody = z.object({ token: z.string().min(1).max(100) });
/** Alerts as a link shows them, in the language of its user. */
const answerPage = z.object({
  /** `open`: a click acknowledges them. `done`: all of them are acknowledged. `ended`: there is nothing to do. */
  state: z.enum(['open', 'done', 'ended']),
  /** Says by whom and when they were acknowledged, or that they have ended; empty: they are open. */
  message: z.string(),
  /** The user that the link was sent to. */
  userName: z.string(),
  alerts: z.array(
    z.object({
      title: z.string(),
      run: z.string().nullable(),
      pig: z.string().nullable(),
      marker: z.string().nullable(),
      words: z.string(),
      raisedAt: z.string(),
    }),
  ),
  /** Their place in the console. */
  map: z.string(),
});
const exampleAnswer: z.output<typeof answerPage> = {
  state: 'open',
  message: '',
  userName: 'Dana Reyes',
  alerts: [
    {
      title: 'Pig stopped',
      run: 'North line',
      pig: 'CLN-16-02',
      marker: null,
      words: 'Nothing heard at AGM 04.',
      raisedAt: '2026-03-18 04:40:10 UTC (23:40:10 UTC-5)',
    },
  ],
  map: '/?runId=41',
};
const limits = z.object({ unheardMinutes: minutes, waitingMinutes: minutes });
const exampleLimits = { unheardMinutes: 180, waitingMinutes: 30 };

export const alertsRoutes = {
  listAlerts: defineRoute({
    method: 'GET',
    path: '/alerts',
    summary:
      'The alerts that are not closed, the newest 1,000; viewers get those of the active runs that notify them. `total` counts all of them.',
    access: EVERYONE,
    reply: alerts.extend({ total: z.int().min(0) }),
    example: { reply: { ...exampleAlerts, total: 1 } },
  }),
  listClosedAlerts: defineRoute({
    method: 'GET',
    path: '/alerts/closed',
    summary: 'Closed alerts, the last closed first; `before` is the `next` of the previous page.',
    access: EVERYONE,
    query: z.object({
      before: place.optional(),
      rowsPerPage: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: alerts.extend({ next: place.nullable() }),
    example: { query: {}, reply: { ...exampleAlerts, next: null } },
  }),
  listAlertsOfRun: defineRoute({
    method: 'GET',
    path: '/alerts/run/:id',
    summary: 'All alerts of a run, also closed ones, the newest 1,000.',
    access: EVERYONE,
    params: alertParams,
    reply: alerts,
    example: { params: { id: 41 }, reply: exampleAlerts },
  }),
  listAlertsSince: defineRoute({
    method: 'GET',
    path: '/alerts/since',
    summary: "The alerts that have changed since the caller's last visit, the newest 1,000; null: the first visit.",
    access: EVERYONE,
    reply: alerts.extend({ since: utcSecond.nullable() }),
    example: { reply: { ...exampleAlerts, since: '2026-03-17 22:00:00' } },
  }),
  visitAlerts: defineRoute({
    method: 'POST',
    path: '/alerts/visit',
    summary: 'The caller has seen the alerts: the next visit lists what changes from now on.',
    access: EVERYONE,
    reply: z.object({}),
    example: { reply: {} },
  }),
  readAlertLimits: defineRoute({
    method: 'GET',
    path: '/alerts/limits',
    summary: 'The minutes of silence after which alerts of the company are raised; 0: never.',
    access: COMPANY_ADMIN,
    reply: limits,
    example: { reply: exampleLimits },
  }),
  saveAlertLimits: defineRoute({
    method: 'POST',
    path: '/alerts/limits',
    summary: 'Changes these minutes for the whole company.',
    access: COMPANY_ADMIN,
    body: limits,
    reply: limits,
    example: { body: exampleLimits, reply: exampleLimits },
  }),
  acknowledgeAlerts: defineRoute({
    method: 'POST',
    path: '/alerts/acknowledge',
    summary:
      'Acknowledges alerts with a note. `earlier` names those that another user had acknowledged before; they stay as they are, as closed ones do.',
    access: ADMINS,
    body: withPlainTexts(z.object({ ids, note: note.default('') })),
    reply: alerts.extend({ earlier: z.array(alertRow) }),
    problems: ['alert-not-found'],
    example: {
      body: { ids: [907], note: 'Crew 2 drives to AGM 04.' },
      reply: { ...exampleAlerts, earlier: [] },
    },
  }),
  readAnswer: defineRoute({
    method: 'POST',
    path: '/acknowledge/read',
    summary: 'The alerts that the one-time link of a message acknowledges. Changes nothing.',
    access: 'public',
    body: answerBody,
    reply: answerPage,
    problems: ['answer-invalid'],
    example: { body: { token: 'q3hX0mC2vG6kq0sKcE1dUQ' }, reply: exampleAnswer },
  }),
  acknowledgeByLink: defineRoute({
    method: 'POST',
    path: '/acknowledge',
    summary:
      'Acknowledges the alerts of a message by its one-time link, as the user it was sent to. Needs no sign-in. Where another user was first, it says who.',
    access: 'public',
    body: answerBody,
    reply: answerPage,
    problems: ['answer-invalid'],
    example: {
      body: { token: 'q3hX0mC2vG6kq0sKcE1dUQ' },
      reply: { ...exampleAnswer, state: 'done', message: 'Acknowledged.' },
    },
  }),
  closeAlerts: defineRoute({
    method: 'POST',
    path: '/alerts/close',
    summary: 'Closes alerts whose cause has ended. `holding` are those whose cause still holds; they stay open.',
    access: ADMINS,
    body: withPlainTexts(z.object({ ids, note: note.default('') })),
    reply: alerts.extend({ holding: z.array(id) }),
    problems: ['alert-not-found'],
    example: { body: { ids: [907] }, reply: { ...exampleAlerts, holding: [] } },
  }),
  readAlert: defineRoute({
    method: 'GET',
    path: '/alerts/:id',
    summary: 'An alert with its history, oldest step first; of a long one the newest 500 steps.',
    access: EVERYONE,
    params: alertParams,
    reply: z.object({ alert: alertRow, events: z.array(alertEvent) }),
    problems: ['alert-not-found'],
    example: {
      params: { id: 907 },
      reply: {
        alert: exampleAlert,
        events: [{ at: '2026-03-18 04:40:10', step: 'raised', userName: null, text: 'Nothing heard at AGM 04.' }],
      },
    },
  }),
  commentAlert: defineRoute({
    method: 'POST',
    path: '/alerts/:id/comment',
    summary: 'Adds a comment to the history of an alert.',
    access: ADMINS,
    params: alertParams,
    body: withPlainTexts(z.object({ note: note.min(1) })),
    reply: z.object({ alert: alertRow }),
    problems: ['alert-not-found'],
    example: {
      params: { id: 907 },
      body: { note: 'Valve 3 is closed again.' },
      reply: { alert: exampleAlert },
    },
  }),
  assignAlert: defineRoute({
    method: 'POST',
    path: '/alerts/:id/assign',
    summary: "Assigns an alert to a user of its company, or to no one; the user's console shows it under Mine.",
    access: ADMINS,
    params: alertParams,
    body: z.object({ userId: asUserId(id).nullable() }),
    reply: z.object({ alert: alertRow }),
    problems: ['alert-not-found', 'user-not-found'],
    example: { params: { id: 907 }, body: { userId: 12 }, reply: { alert: exampleAlert } },
  }),
};
