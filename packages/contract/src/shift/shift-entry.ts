import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { z } from 'zod';
import { causeWords } from '../alerts/alert-row.ts';
import { id, uid, utcMillisecond, utcSecond } from '../devices/fields.ts';
import { asCompanyId, asRunId } from '../ids.ts';

export const SHIFT_KINDS = ['note', 'launch', 'passage', 'alert', 'command', 'silence', 'handover'] as const;
export type ShiftKind = (typeof SHIFT_KINDS)[number];

/** The accepted kinds of files; the content of a file decides its kind. */
export const SHIFT_MEDIA = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const;
export type ShiftMedia = (typeof SHIFT_MEDIA)[number];

/** Files of a note. */
export const MOST_SHIFT_FILES = 5;
export const MOST_SHIFT_FILE_BYTES = 5_000_000;
export const MOST_SHIFT_TEXT = 4000;

export const shiftFile = z.object({
  id,
  name: z.string(),
  media: z.enum(SHIFT_MEDIA),
  bytes: z.int().min(0),
});
export type ShiftFile = z.output<typeof shiftFile>;

const passage = z.object({
  /** null: unassociated. */
  markerName: z.string().nullable(),
  /** null: set by hand, or entered by an older version. */
  uid: uid.nullable(),
  at: utcMillisecond,
  isVerified: z.boolean(),
});

/** A line of the shift log: a note of a user, or what the server and the users have done. */
export const shiftEntry = z.object({
  /** Unique within the log: "note 12", "audit 812" or "command 5120". */
  key: z.string(),
  groupId: asCompanyId(id),
  at: utcSecond,
  kind: z.enum(SHIFT_KINDS),
  /** The action of the audit trail, or `command-rejected`, `command-expired`; null: a note. */
  action: z.string().nullable(),
  /** The note, or words that belong to the entry: of an alert in English, of a comment, of a silence. */
  text: z.string(),
  /** The words of an alert that is raised, for every reader; null: of another entry, or raised by an older version. */
  alertWords: causeWords.nullable(),
  /** Negative `userId`: an API key. null: the server. */
  author: z.object({ userId: z.int(), name: z.string() }).nullable(),
  runId: asRunId(id).nullable(),
  runName: z.string().nullable(),
  pig: z.string().nullable(),
  uid: uid.nullable(),
  markerName: z.string().nullable(),
  alertId: id.nullable(),
  alertKind: z.enum(ALERT_KINDS).nullable(),
  /** The passages that the entry is about. */
  passages: z.array(passage),
  /** The type of a command, or the codes of a broadcast. */
  command: z.string().nullable(),
  /** The devices of a broadcast. */
  devices: z.int().min(0).nullable(),
  /** The span of a silence. */
  span: z.object({ from: utcSecond, until: utcSecond }).nullable(),
  handoverId: id.nullable(),
  /** The number of a note. */
  noteId: id.nullable(),
  /** The note that this one corrects. */
  corrects: id.nullable(),
  /** The notes that correct this one. */
  correctedBy: z.array(id),
  files: z.array(shiftFile),
});
export type ShiftEntry = z.output<typeof shiftEntry>;

export const exampleShiftFile = { id: 3, name: 'valve.jpg', media: 'image/jpeg', bytes: 482_113 } as const;

export const exampleShiftEntry: ShiftEntry = {
  key: 'note 12',
  groupId: 3,
  at: '2026-03-18 04:45:00',
  kind: 'note',
  action: null,
  text: 'Crew 2 is at AGM 04, valve 3 is closed.',
  alertWords: null,
  author: { userId: 12, name: 'Dana Reyes' },
  runId: 41,
  runName: 'North line',
  pig: 'CLN-16-02',
  uid: null,
  markerName: null,
  alertId: null,
  alertKind: null,
  passages: [],
  command: null,
  devices: null,
  span: null,
  handoverId: null,
  noteId: 12,
  corrects: null,
  correctedBy: [],
  files: [exampleShiftFile],
};
