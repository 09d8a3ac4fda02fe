import { z } from 'zod';
import { alertRow, exampleAlert } from '../alerts/alert-row.ts';
import { exampleSilence, silenceRow } from '../alerts/silence-row.ts';
import { id } from '../devices/fields.ts';
import { defineEvent } from '../event.ts';
import { asCompanyId } from '../ids.ts';

export const alertsEvents = {
  ReceiveAlert: defineEvent({
    name: 'ReceiveAlert',
    summary: 'An alert of a run is new or has changed.',
    audience: 'run',
    delivery: 'every',
    data: alertRow,
    example: exampleAlert,
  }),
  ReceiveCompanyAlert: defineEvent({
    name: 'ReceiveCompanyAlert',
    summary: "An alert of a company's links is new or has changed.",
    audience: 'company',
    delivery: 'every',
    data: alertRow,
    example: { ...exampleAlert, kind: 'link-silent', runId: null, pathId: null, runName: null, pig: null },
  }),
  ReceiveOnCall: defineEvent({
    name: 'ReceiveOnCall',
    summary:
      'The on-call roster or the escalation of a company has changed: the next steps of its alerts may be others.',
    audience: 'company',
    delivery: 'every',
    data: z.object({ groupId: asCompanyId(id) }),
    example: { groupId: 3 },
  }),
  ReceiveSilence: defineEvent({
    name: 'ReceiveSilence',
    summary: 'A silence was added, or ended before its time.',
    audience: 'company',
    delivery: 'every',
    data: silenceRow,
    example: exampleSilence,
  }),
  ReceiveOwnSilences: defineEvent({
    name: 'ReceiveOwnSilences',
    summary: 'For a viewer: a silence that the viewer may see was added, or ended before its time.',
    audience: 'user',
    delivery: 'every',
    data: z.object({ groupId: asCompanyId(id) }),
    example: { groupId: 3 },
  }),
};
