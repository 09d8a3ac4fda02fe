import { markText } from '@waymark/domain/language/translate';
import type { z } from 'zod';
import {
  alertChanged,
  commandAnswered,
  deviceOffline,
  deviceOnline,
  runEtaChanged,
  runLaunched,
  runPassage,
  runReceived,
  runReopened,
  testSent,
} from './hook-data.ts';

// Every event that a webhook can send. docs/webhook-events.md and the console's list are made from this table.

interface HookEvent<Data extends z.ZodType> {
  /** A sentence for people, translated in the console. */
  readonly summary: string;
  /** What the event is about, with the form of its id. */
  readonly subject: string;
  readonly data: Data;
  readonly example: z.input<Data>;
}

const define = <Data extends z.ZodType>(event: HookEvent<Data>): HookEvent<Data> => event;

const run = { runId: 41, pathId: 7, path: 'Cushing to Tulsa', pig: 'CLN-16-02', jobNumber: 'J-2031' };
const passage = {
  run,
  marker: 'AGM 04',
  passedAt: '2026-03-18T03:12:04.250Z',
  uid: 100_234,
  isVerified: false,
  verifiedBy: null,
};
const alert = {
  alertId: 907,
  run: { runId: 41, pathId: 7, path: 'Cushing to Tulsa', pig: 'CLN-16-02' },
  kind: 'pig-stopped',
  severity: 'urgent',
  marker: null,
  uid: null,
  words: { us: 'Nothing heard at AGM 04.', metric: 'Nothing heard at AGM 04.' },
  raisedAt: '2026-03-18T04:40:10.000Z',
  acknowledged: null,
  endedAt: null,
} as const;
const acknowledged = { by: 'Dana Reyes', at: '2026-03-18T04:42:31.000Z', note: 'Crew 2 drives to AGM 04.' };
const command = {
  commandId: 5120,
  uid: 100_234,
  commandType: 'PowerMode',
  parameters: { powerMode: 0 },
  queuedBy: 'Dana Reyes',
  note: null,
};

export const HOOK_EVENTS = {
  'waymark.run.launched': define({
    summary: markText('A run is launched.'),
    subject: 'runs/41',
    data: runLaunched,
    example: { run, launchedAt: '2026-03-18T00:00:00.000Z', expectedAt: '2026-03-18T11:20:00.000Z' },
  }),
  'waymark.run.passage': define({
    summary: markText('A passage is placed at a marker of a run. It may not be verified yet.'),
    subject: 'runs/41',
    data: runPassage,
    example: passage,
  }),
  'waymark.run.passage-verified': define({
    summary: markText('A passage at a marker of a run is verified, by a user or automatically.'),
    subject: 'runs/41',
    data: runPassage,
    example: { ...passage, isVerified: true, verifiedBy: 'automatic' },
  }),
  'waymark.run.eta-changed': define({
    summary: markText('The expected arrival of a run has moved by more than the minutes that the webhook sets.'),
    subject: 'runs/41',
    data: runEtaChanged,
    example: { run, expectedAt: '2026-03-18T11:52:00.000Z', expectedBefore: '2026-03-18T11:20:00.000Z' },
  }),
  'waymark.run.received': define({
    summary: markText('The pig of a run is received: the run is completed.'),
    subject: 'runs/41',
    data: runReceived,
    example: { run, receivedAt: '2026-03-18T11:41:00.000Z' },
  }),
  'waymark.run.reopened': define({
    summary: markText('A completed run goes on.'),
    subject: 'runs/41',
    data: runReopened,
    example: { run, expectedAt: '2026-03-18T11:58:00.000Z' },
  }),
  'waymark.alert.raised': define({
    summary: markText('An alert is raised, or raised again.'),
    subject: 'alerts/907',
    data: alertChanged,
    example: alert,
  }),
  'waymark.alert.acknowledged': define({
    summary: markText('A user acknowledges an alert.'),
    subject: 'alerts/907',
    data: alertChanged,
    example: { ...alert, acknowledged },
  }),
  'waymark.alert.ended': define({
    summary: markText('The cause of an alert has ended.'),
    subject: 'alerts/907',
    data: alertChanged,
    example: { ...alert, acknowledged, endedAt: '2026-03-18T05:20:40.000Z' },
  }),
  'waymark.device.online': define({
    summary: markText('An AGM is online.'),
    subject: 'devices/100234',
    data: deviceOnline,
    example: { uid: 100_234 },
  }),
  'waymark.device.offline': define({
    summary: markText('An AGM is offline: lost, overdue, asleep or shut down.'),
    subject: 'devices/100234',
    data: deviceOffline,
    example: { uid: 100_234, reason: 'lost' },
  }),
  'waymark.command.accepted': define({
    summary: markText('An AGM has accepted a command.'),
    subject: 'devices/100234',
    data: commandAnswered,
    example: command,
  }),
  'waymark.command.rejected': define({
    summary: markText('A command is rejected, by its AGM or because its link cannot carry it.'),
    subject: 'devices/100234',
    data: commandAnswered,
    example: { ...command, note: 'The device is busy.' },
  }),
};
export type HookEventType = keyof typeof HOOK_EVENTS;
export const HOOK_EVENT_TYPES = Object.keys(HOOK_EVENTS) as [HookEventType, ...HookEventType[]];

/** What *Send test* sends, whatever the webhook has chosen. */
export const TEST_EVENT_TYPE = 'waymark.test';
const TEST_EVENT = define({
  summary: markText('A user has chosen Send test.'),
  subject: 'webhooks/3',
  data: testSent,
  example: { sentBy: 'Dana Reyes' },
});

export const SENT_EVENTS = { ...HOOK_EVENTS, [TEST_EVENT_TYPE]: TEST_EVENT };
export type SentEventType = keyof typeof SENT_EVENTS;
export type HookEventData<Type extends SentEventType> = z.output<(typeof SENT_EVENTS)[Type]['data']>;
