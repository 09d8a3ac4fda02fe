import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { READINESS_FAULTS } from '@waymark/domain/path/readiness';
import { DUES } from '@waymark/domain/run/estimate/due';
import { RUN_STATUSES } from '@waymark/domain/run/estimate/status';
import { z } from 'zod';
import { alertRow } from '../alerts/alert-row.ts';
import { id, uid, utcSecond } from '../devices/fields.ts';
import { asCompanyId, asRunId, asUserId } from '../ids.ts';

const listed = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: z.int().min(0) });
const name = z.string().nullable();

const sheetAlert = z.object({
  id,
  kind: z.enum(ALERT_KINDS),
  runId: asRunId(id).nullable(),
  runName: name,
  pig: name,
  markerName: name,
  uid: uid.nullable(),
  words: alertRow.shape.words,
  translations: alertRow.shape.translations,
  raisedAt: utcSecond,
  endedAt: utcSecond.nullable(),
  acknowledged: z.object({ name: z.string(), at: utcSecond, note: z.string() }).nullable(),
  assignedTo: name,
});

const sheetStop = z.object({
  name: z.string(),
  isEnd: z.boolean(),
  due: z.enum(DUES),
  /** null: the pig stands. */
  expectedAt: utcSecond.nullable(),
  /** Four arrivals out of five are between these two; null: they no longer apply. */
  earliestAt: utcSecond.nullable(),
  latestAt: utcSecond.nullable(),
});

const sheetRun = z.object({
  runId: asRunId(id),
  runName: z.string(),
  pig: z.string(),
  status: z.enum(RUN_STATUSES),
  launchAt: utcSecond.nullable(),
  /** The last place where the pig certainly was; without a name it was set by hand. */
  confirmed: z.object({ name, at: utcSecond }).nullable(),
  heard: z.object({ name: z.string(), at: utcSecond, isVerified: z.boolean() }).nullable(),
  next: sheetStop.nullable(),
  toVerify: z.int().min(0),
});

const sheetSilence = z.object({
  id,
  pathName: name,
  markerName: name,
  uid: uid.nullable(),
  kind: z.enum(ALERT_KINDS).nullable(),
  until: utcSecond,
  reason: z.string(),
  addedBy: z.string(),
});

const sheetCommand = z.object({
  id,
  uid,
  type: z.string(),
  state: z.enum(['queued', 'sent']),
  queuedAt: utcSecond,
  queuedBy: z.string(),
});

const sheetDevice = z.object({
  uid,
  /** The active run that it watches; null: it watches a path without one. */
  runName: name,
  pig: name,
  markerName: name,
  faults: z.array(z.enum(READINESS_FAULTS)),
  lastHeartbeatAt: utcSecond.nullable(),
  batteryMv: z.number().nullable(),
  recordMode: z.int().nullable(),
  distanceToMarker: z.number().nullable(),
  /** Seconds. */
  clockOffset: z.number().nullable(),
});

const sheetNote = z.object({
  id,
  at: utcSecond,
  by: z.string(),
  text: z.string(),
  runName: name,
  uid: uid.nullable(),
  corrects: id.nullable(),
  files: z.int().min(0),
});

/** The state of a company at one instant. `total` also counts the rows that the sheet has no room for. */
export const handoverSheet = z.object({
  takenAt: utcSecond,
  /** The instant of the last accepted sheet: notes are listed from there. null: there was none. */
  since: utcSecond.nullable(),
  alerts: listed(sheetAlert),
  runs: listed(sheetRun),
  silences: listed(sheetSilence),
  commands: listed(sheetCommand),
  devices: listed(sheetDevice),
  notes: listed(sheetNote),
});

export const MOST_CREW_WORDS = 4000;
export const MOST_REMARK = 500;

/** A handover as the list has it. */
export const handoverRow = z.object({
  id,
  groupId: asCompanyId(id),
  takenAt: utcSecond,
  signed: z.object({ userId: asUserId(id), name: z.string(), at: utcSecond }),
  /** null: it waits for the next user. */
  accepted: z.object({ userId: asUserId(id), name: z.string(), at: utcSecond, remark: z.string() }).nullable(),
});
export type HandoverRow = z.output<typeof handoverRow>;

export const handover = handoverRow.extend({ words: z.string(), sheet: handoverSheet });
export type Handover = z.output<typeof handover>;

/** The unsigned sheet of a user, which only they see. */
export const handoverDraft = z.object({ words: z.string(), sheet: handoverSheet });
export type HandoverDraft = z.output<typeof handoverDraft>;

const none = { rows: [], total: 0 };

export const exampleSheet: z.output<typeof handoverSheet> = {
  takenAt: '2026-03-18 05:55:00',
  since: '2026-03-17 17:58:12',
  alerts: none,
  runs: {
    rows: [
      {
        runId: 41,
        runName: 'North line',
        pig: 'CLN-16-02',
        status: 'on-its-way',
        launchAt: '2026-03-18 00:10:00',
        confirmed: { name: 'AGM 03', at: '2026-03-18 05:20:41' },
        heard: { name: 'AGM 03', at: '2026-03-18 05:20:41', isVerified: true },
        next: {
          name: 'AGM 04',
          isEnd: false,
          due: 'ahead',
          expectedAt: '2026-03-18 06:40:00',
          earliestAt: '2026-03-18 06:28:00',
          latestAt: '2026-03-18 06:55:00',
        },
        toVerify: 0,
      },
    ],
    total: 1,
  },
  silences: none,
  commands: none,
  devices: none,
  notes: none,
};

export const exampleHandoverRow: HandoverRow = {
  id: 9,
  groupId: 3,
  takenAt: '2026-03-18 05:55:00',
  signed: { userId: 12, name: 'Dana Reyes', at: '2026-03-18 05:58:30' },
  accepted: null,
};
export const exampleHandover: Handover = {
  ...exampleHandoverRow,
  words: 'Valve 3 stays closed until the crew has called.',
  sheet: exampleSheet,
};
