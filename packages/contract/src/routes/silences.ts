import { z } from 'zod';
import { exampleSilence, silenceRow, silenceScope } from '../alerts/silence-row.ts';
import { id } from '../devices/fields.ts';
import { asCompanyId } from '../ids.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Silences keep alerts from sending messages, from one time to another (docs/decisions/0064).

const MOST_REASON = 300;
const silence = z.object({ silence: silenceRow });

export const silencesRoutes = {
  listSilences: defineRoute({
    method: 'GET',
    path: '/silences',
    summary:
      'The silences that are current or to come, the next to end first, at most 500. A viewer gets those that name no path and no AGM that the viewer may not see.',
    access: EVERYONE,
    reply: z.object({ silences: z.array(silenceRow) }),
    example: { reply: { silences: [exampleSilence] } },
  }),
  addSilence: defineRoute({
    method: 'POST',
    path: '/silences',
    summary:
      'Silences the alerts that fit every given part: a path, one of its markers, a device, a kind; without any, all of the company. A superadmin names the company.',
    access: ADMINS,
    body: withPlainTexts(
      z.object({
        groupId: asCompanyId(id).optional(),
        ...silenceScope,
        from: utcText,
        until: utcText,
        reason: z.string().trim().min(1).max(MOST_REASON),
      }),
    ),
    reply: silence,
    problems: ['silence-invalid', 'path-not-found', 'device-not-found', 'group-not-found'],
    example: {
      body: {
        pathId: 7,
        markerName: 'AGM 04',
        from: '2026-03-18 06:00:00',
        until: '2026-03-18 14:00:00',
        reason: 'Excavation at AGM 04.',
      },
      reply: { silence: exampleSilence },
    },
  }),
  endSilence: defineRoute({
    method: 'POST',
    path: '/silences/:id/end',
    summary: 'Ends a silence now; one that has not begun never begins.',
    access: ADMINS,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: silence,
    problems: ['silence-not-found'],
    example: { params: { id: 12 }, reply: { silence: { ...exampleSilence, endedBy: 'Dana Reyes' } } },
  }),
};
