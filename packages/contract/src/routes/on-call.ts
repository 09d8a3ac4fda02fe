import { z } from 'zod';
import { escalationSteps, exampleOnCallSettings, exampleStep, onCallSettings, sentRoster } from '../alerts/on-call.ts';
import { id, utcSecond } from '../devices/fields.ts';
import { asCompanyId, asPathId, asUserId } from '../ids.ts';
import { utcText } from '../paging.ts';
import { ADMINS, COMPANY } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Who is on call, and to whom alerts go that no user acknowledges (docs/decisions/0060).

const reply = onCallSettings;
/** A superadmin names the company. */
const ofCompany = { groupId: asCompanyId(id).optional() };

export const onCallRoutes = {
  readOnCall: defineRoute({
    method: 'GET',
    path: '/on-call',
    summary:
      'The on-call roster of the company with its overrides of the last 90 days, the steps of escalation, the paths whose steps differ, and the users with the media that reach them.',
    access: ADMINS,
    query: z.object({ groupId: z.coerce.number().pipe(asCompanyId(id)).optional() }),
    reply,
    problems: ['group-not-found'],
    example: { query: {}, reply: exampleOnCallSettings },
  }),
  readOnCallNow: defineRoute({
    method: 'GET',
    path: '/on-call/now',
    summary:
      'Who is on call in the company of the caller, and until when. `name` null: a gap, alerts go to the admins.',
    access: COMPANY,
    reply: z.object({
      name: z.string().nullable(),
      /** null: no change within two weeks. */
      until: utcSecond.nullable(),
      timeZone: z.string(),
    }),
    example: { reply: { name: 'Dana Reyes', until: '2026-03-18 23:00:00', timeZone: 'America/Chicago' } },
  }),
  saveRoster: defineRoute({
    method: 'POST',
    path: '/on-call/roster',
    summary: 'Replaces the time zone and the weekly shifts.',
    access: ADMINS,
    body: sentRoster.extend(ofCompany),
    reply,
    problems: ['roster-invalid', 'user-not-found', 'group-not-found'],
    example: { body: exampleOnCallSettings.roster, reply: exampleOnCallSettings },
  }),
  addOverride: defineRoute({
    method: 'POST',
    path: '/on-call/overrides',
    summary:
      'Puts a user in place of the weekly shifts from one time to another, or no one. Of two overrides at the same time the one added last counts.',
    access: ADMINS,
    body: z.object({ userId: asUserId(id).nullable(), from: utcText, until: utcText, ...ofCompany }),
    reply,
    problems: ['override-invalid', 'user-not-found', 'group-not-found'],
    example: {
      body: { userId: null, from: '2026-12-24 18:00:00', until: '2026-12-25 06:00:00' },
      reply: exampleOnCallSettings,
    },
  }),
  removeOverride: defineRoute({
    method: 'DELETE',
    path: '/on-call/overrides/:id',
    summary: 'Removes an override: the weekly shifts count again.',
    access: ADMINS,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply,
    problems: ['override-not-found'],
    example: { params: { id: 5 }, reply: { ...exampleOnCallSettings, overrides: [] } },
  }),
  saveEscalation: defineRoute({
    method: 'POST',
    path: '/on-call/escalation',
    summary:
      'Replaces the steps of the company, or those of a path. No steps: alerts are not escalated. `steps` null, for a path only: as the company.',
    access: ADMINS,
    body: z.object({ pathId: asPathId(id).nullable(), steps: escalationSteps.nullable(), ...ofCompany }),
    reply,
    problems: ['escalation-invalid', 'user-not-found', 'path-not-found', 'group-not-found'],
    example: { body: { pathId: null, steps: [exampleStep] }, reply: exampleOnCallSettings },
  }),
};
