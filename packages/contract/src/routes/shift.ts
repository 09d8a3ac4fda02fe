import { UNIT_SYSTEMS } from '@waymark/domain/units/system';
import { z } from 'zod';
import { id, uid } from '../devices/fields.ts';
import { asCompanyId, asRunId, asUid } from '../ids.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { timeZone } from '../runs/pig-path.ts';
import {
  exampleHandover,
  exampleHandoverRow,
  exampleSheet,
  handover,
  handoverDraft,
  handoverRow,
  MOST_CREW_WORDS,
  MOST_REMARK,
} from '../shift/handover.ts';
import {
  exampleShiftEntry,
  exampleShiftFile,
  MOST_SHIFT_FILE_BYTES,
  MOST_SHIFT_FILES,
  MOST_SHIFT_TEXT,
  SHIFT_KINDS,
  shiftEntry,
  shiftFile,
} from '../shift/shift-entry.ts';
import { REPORT_PAPERS } from './reports.ts';

// The shift log of a company and the handovers between its shifts (docs/decisions/0065).

const MOST_NAME = 200;
const base64Chars = (bytes: number) => Math.ceil((bytes * 4) / 3) + 4;
const ROOM_FOR_JSON = 2000;

const sought = z
  .string()
  .trim()
  .max(200)
  .transform((text) => (text === '' ? undefined : text))
  .optional();
const soughtId = z.coerce.number().pipe(id).optional();
/** Microseconds, the source and the id of the last entry of the previous page. */
const place = z.string().regex(/^\d{1,18}\.[012]\.\d{1,15}$/, 'is no place in the log');
const rowsPerPage = z.coerce.number().int().min(1).max(200).default(50);
/** A superadmin names the company. */
const company = { groupId: z.coerce.number().pipe(asCompanyId(id)).optional() };
const params = z.object({ id: z.coerce.number().pipe(id) });
const words = z.string().trim().max(MOST_CREW_WORDS);
const lines = z.string().trim();

const HANDOVER_FORMATS = ['pdf', 'csv'] as const;
const exampleDraft = { words: '', sheet: exampleSheet };

export const shiftRoutes = {
  listShiftLog: defineRoute({
    method: 'GET',
    path: '/shift/log',
    summary:
      'The shift log of a company, newest first: the notes of its admins, and launches, passages, alerts, commands, silences and handovers from the audit trail, and the commands that were rejected or expired. `before` is the `next` of the previous page.',
    access: ADMINS,
    query: z.object({
      ...company,
      kind: z.enum(SHIFT_KINDS).optional(),
      runId: z.coerce.number().pipe(asRunId(id)).optional(),
      uid: z.coerce.number().pipe(asUid(uid)).optional(),
      /** A user id, or a part of the name. */
      author: sought,
      /** A part of a text, a marker, a pig or the name of a path. */
      search: sought,
      startDate: utcText.optional(),
      endDate: utcText.optional(),
      before: place.optional(),
      rowsPerPage,
    }),
    reply: z.object({ entries: z.array(shiftEntry), next: place.nullable() }),
    problems: ['group-not-found'],
    example: { query: { kind: 'note' }, reply: { entries: [exampleShiftEntry], next: null } },
  }),
  addShiftNote: defineRoute({
    method: 'POST',
    path: '/shift/notes',
    summary:
      'Adds a note, which no user can change or delete later: `corrects` names the note that this one corrects. `files` are ids of files that the caller has sent before.',
    access: COMPANY_ADMIN,
    body: withPlainTexts(
      z.object({
        note: lines.min(1).max(MOST_SHIFT_TEXT),
        runId: asRunId(id).nullable().default(null),
        uid: uid.nullable().default(null),
        corrects: id.nullable().default(null),
        files: z.array(id).max(MOST_SHIFT_FILES).default([]),
      }),
    ),
    reply: z.object({ entry: shiftEntry }),
    problems: ['run-not-found', 'device-not-found', 'note-not-found', 'shift-file-not-found'],
    example: {
      body: { note: 'Crew 2 is at AGM 04, valve 3 is closed.', runId: 41, files: [3] },
      reply: { entry: exampleShiftEntry },
    },
  }),
  addShiftFile: defineRoute({
    method: 'POST',
    path: '/shift/files',
    summary:
      'Stores a file for a note that the caller adds next: a picture (JPEG, PNG, GIF, WebP), a PDF or a text, of at most 5 MB. A file without a note is deleted after a day.',
    access: COMPANY_ADMIN,
    body: withPlainTexts(
      z.object({
        name: z.string().trim().min(1).max(MOST_NAME),
        /** Base64. */
        data: z.base64().max(base64Chars(MOST_SHIFT_FILE_BYTES)),
      }),
    ),
    bodyLimit: base64Chars(MOST_SHIFT_FILE_BYTES) + ROOM_FOR_JSON,
    reply: z.object({ file: shiftFile }),
    problems: ['shift-file-refused', 'shift-files-full'],
    example: { body: { name: 'valve.jpg', data: '/9j/' }, reply: { file: exampleShiftFile } },
  }),
  readShiftFile: defineRoute({
    method: 'GET',
    path: '/shift/files/:id',
    summary: 'A file of a note, to save and not to show. A file without a note is for the user who sent it.',
    access: ADMINS,
    params,
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: ['shift-file-not-found'],
    example: { params: { id: 3 }, reply: 'The bytes of the file' },
  }),
  listHandovers: defineRoute({
    method: 'GET',
    path: '/shift/handovers',
    summary: 'The signed handovers of a company, the newest first; `before` is the last id of the previous page.',
    access: ADMINS,
    query: z.object({ ...company, before: soughtId, rowsPerPage }),
    reply: z.object({ handovers: z.array(handoverRow), hasMore: z.boolean(), waiting: z.int().min(0) }),
    problems: ['group-not-found'],
    example: { query: {}, reply: { handovers: [exampleHandoverRow], hasMore: false, waiting: 1 } },
  }),
  readHandover: defineRoute({
    method: 'GET',
    path: '/shift/handovers/:id',
    summary: 'A signed handover with its sheet.',
    access: ADMINS,
    params,
    reply: z.object({ handover }),
    problems: ['handover-not-found'],
    example: { params: { id: 9 }, reply: { handover: exampleHandover } },
  }),
  readHandoverDraft: defineRoute({
    method: 'GET',
    path: '/shift/handovers/draft',
    summary: "The caller's own unsigned handover; null: none.",
    access: COMPANY_ADMIN,
    reply: z.object({ draft: handoverDraft.nullable() }),
    example: { reply: { draft: exampleDraft } },
  }),
  takeHandover: defineRoute({
    method: 'POST',
    path: '/shift/handovers/draft',
    summary: "Makes a sheet of the present state, in place of the caller's earlier one, with the given notes.",
    access: COMPANY_ADMIN,
    body: withPlainTexts(z.object({ notes: words.default('') })),
    reply: z.object({ draft: handoverDraft }),
    example: { body: { notes: '' }, reply: { draft: exampleDraft } },
  }),
  discardHandover: defineRoute({
    method: 'DELETE',
    path: '/shift/handovers/draft',
    summary: "Discards the caller's unsigned handover.",
    access: COMPANY_ADMIN,
    reply: z.object({}),
    example: { reply: {} },
  }),
  signHandover: defineRoute({
    method: 'POST',
    path: '/shift/handovers/draft/sign',
    summary:
      'Signs the sheet that was taken at `takenAt`, which then waits for the next user. A sheet that is older than 30 minutes has to be taken again first.',
    access: COMPANY_ADMIN,
    body: withPlainTexts(z.object({ takenAt: utcText, notes: words.default('') })),
    reply: z.object({ handover }),
    problems: ['handover-not-found', 'handover-outdated'],
    example: {
      body: { takenAt: exampleSheet.takenAt, notes: exampleHandover.words },
      reply: { handover: exampleHandover },
    },
  }),
  acceptHandover: defineRoute({
    method: 'POST',
    path: '/shift/handovers/:id/accept',
    summary:
      'Accepts a handover, for good. The first user has it: a second one is told who that was. The user who signed it may accept it only with a remark.',
    access: COMPANY_ADMIN,
    params,
    body: withPlainTexts(z.object({ note: lines.max(MOST_REMARK).default('') })),
    reply: z.object({ handover }),
    problems: ['handover-not-found', 'handover-accepted', 'handover-remark-missing'],
    example: {
      params: { id: 9 },
      body: { note: '' },
      reply: {
        handover: {
          ...exampleHandover,
          accepted: { userId: 14, name: 'Sam Ortiz', at: '2026-03-18 06:02:10', remark: '' },
        },
      },
    },
  }),
  writeHandover: defineRoute({
    method: 'POST',
    path: '/shift/handovers/:id/file',
    summary: 'A signed handover as a file, in English.',
    access: ADMINS,
    params,
    body: z.object({
      format: z.enum(HANDOVER_FORMATS),
      /** Paper size of a PDF file. */
      paper: z.enum(REPORT_PAPERS).default('a4'),
      /** Omitted: the units of the caller. */
      units: z.enum(UNIT_SYSTEMS).optional(),
      /** Omitted: the zone in which the caller reads times. */
      timeZone: timeZone.optional(),
    }),
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: ['handover-not-found', 'report-queue-full', 'report-too-long'],
    example: { params: { id: 9 }, body: { format: 'csv' }, reply: 'Section,Time' },
  }),
};
