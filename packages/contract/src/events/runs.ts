import { z } from 'zod';
import { latitude, longitude, id, utcMillisecond } from '../devices/fields.ts';
import { runChange } from '../runs/run-change.ts';
import { defineEvent, defineMethod } from '../event.ts';

const RUN_UPDATES = [
  'UpdateLocation',
  'UpdateLocationV2',
  'RunUpdated',
  'RunCreated',
  'RunCompleted',
  'RunDeleted',
  'AgmsUpdated',
  'NotificationsUpdated',
  'PassageVerified',
  'PassageTimeUpdated',
] as const;
export type RunUpdateName = (typeof RUN_UPDATES)[number];

const eta = z.string().max(20);

const runUpdate = z.object({
  runId: id,
  messagegName: z.enum(RUN_UPDATES),
  lat: latitude.optional(),
  lon: longitude.optional(),
  serverTime: utcMillisecond.optional(),
  /** Seconds or a code; texts in UpdateLocation. */
  nextETA: eta.optional(),
  completeETA: eta.optional(),
  /** Metres per second. */
  speed: z.number().optional(),
  isPaused: z.boolean().optional(),
  /** The revision of the run that the event is about. */
  rev: id.optional(),
  /** What is different in this revision; missing if it is too large, has notification rules, or the run is completed. */
  change: runChange.optional(),
});
export type RunUpdate = z.output<typeof runUpdate>;

export const runsEvents = {
  ReceivePigRunUpdate: defineEvent({
    name: 'ReceivePigRunUpdate',
    summary:
      'A run has moved on (UpdateLocation, UpdateLocationV2: with the fields after the name), or something of it has changed: take `change` if `from` is the revision that you have (null: it is the whole run), do nothing if you have `rev` or a later one, else read the run again.',
    audience: 'run',
    key: 'runs:read',
    delivery: 'every',
    data: runUpdate,
    example: { runId: 41, messagegName: 'RunCreated' },
  }),
};

const MOST_SHOWN = 200;

export const runsMethods = {
  ShowPigRuns: defineMethod({
    name: 'ShowPigRuns',
    summary:
      'Which runs this connection shows: where their pigs are is sent every three seconds; the next call replaces this one.',
    key: 'runs:read',
    argument: z.array(id).max(MOST_SHOWN),
    example: [41],
  }),
  SendPigRunUpdate: defineMethod({
    name: 'SendPigRunUpdate',
    summary:
      'The run has changed: the server reads it again and tells the others who may see it (RunUpdated). The acknowledgement has the revision of the run (`rev`).',
    argument: id,
    example: 41,
  }),
};
