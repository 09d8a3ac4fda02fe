import { z } from 'zod';
import { id, latitude, longitude, packetKind, uid, uidParams } from '../devices/fields.ts';
import { examplePassageData, passageData } from '../devices/passage-data.ts';
import { examplePassageRow, passageRow } from '../devices/passage-row.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { markerName } from '../runs/marker.ts';

// A passage: its data, its verification, its time. Changes of one record also apply to its siblings.

const passageId = z.coerce.number().pipe(id);
const params = uidParams.extend({ passageId });
const recordId = z.coerce.number().int().min(0);
const runName = z.string().max(200).nullable();
/** RunId, PigRunName, ToolName, MarkerName. */
const runInfo = [id, runName, runName, markerName] as const;
const kind = z.coerce.number().pipe(packetKind);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const exampleParams = { uid: 100_234, passageId: 70_311 };
const problems = ['passage-not-found'] as const;
const verifyProblems = ['passage-not-found', 'passage-not-verifiable'] as const;

/** A line of the export; docs/scoring.md describes it. */
export const labelledRecord = z.strictObject({
  channel: z.literal(['elf', 'geo', 'mag']),
  /** 1: verified as a passage. */
  label: z.literal([0, 1]),
  /** Hertz. */
  samplingRate: z.number(),
  data: z.array(z.int().min(-0x8000).max(0x7fff)).length(500),
  /** Shares of six bands of the sound; GEO only. */
  audio: z.array(z.number().min(0).max(255)).length(6).nullish(),
  /** Received over satellite. */
  isSnippet: z.boolean(),
  /** Expected speed of the run, metres per second. */
  expectedSpeedMps: z.number().positive().nullish(),
});
export type LabelledRecord = z.input<typeof labelledRecord>;

const exampleSamples = Array.from({ length: 500 }, (_, at) => Math.round(9000 * Math.exp(-(((at - 250) / 30) ** 2))));
const exampleLabelledRecord: LabelledRecord = {
  channel: 'elf',
  label: 1,
  samplingRate: 16.667,
  data: exampleSamples,
  isSnippet: false,
};

/** A passage seen in a stream dialog: 500 samples at 16.66667 Hz, newest last; values beyond 16 bits are clamped. */
export const webPassage = z.object({
  uid,
  lat: latitude.nullable(),
  lon: longitude.nullable(),
  passageTimeStamp: utcText,
  passageDetectedFrequency: z.literal([0, 22]),
  samplingRate: z.number().min(16.6).max(16.7),
  packetComplexInformation: packetKind,
  timeEndOfSnippet: utcText,
  data: z.array(z.number().int()).length(500),
});
export type WebPassage = z.output<typeof webPassage>;

export const passagesRoutes = {
  readPassage: defineRoute({
    method: 'GET',
    path: '/apexagm/passage/:uid/:passageId',
    summary: 'One record of a passage with its samples.',
    access: EVERYONE,
    key: 'history:read',
    params,
    reply: passageData,
    problems,
    example: { params: exampleParams, reply: examplePassageData },
  }),
  readPassageOfKind: defineRoute({
    method: 'GET',
    path: '/apexagm/passage/:uid/:passageId/:type',
    summary: 'The ELF (0), GEO (1) or MAG (2) record of the same passage.',
    access: EVERYONE,
    key: 'history:read',
    params: params.extend({ type: kind }),
    reply: passageData,
    problems,
    example: { params: { ...exampleParams, type: 0 }, reply: examplePassageData },
  }),
  findPassageUid: defineRoute({
    method: 'GET',
    path: '/apexagm/GetDeviceUidForPassageId',
    summary: 'Which device a passage belongs to.',
    access: EVERYONE,
    key: 'history:read',
    query: z.object({ passageId }),
    reply: z.object({ uid }),
    problems,
    example: { query: { passageId: 70_311 }, reply: { uid: 100_234 } },
  }),
  verifyPassage: defineRoute({
    method: 'GET',
    path: '/apexagm/verifyPassage/:uid/:passageId',
    summary: 'Verifies a passage; answers whether it is verified now.',
    access: ADMINS,
    key: 'passages:verify',
    params,
    reply: z.boolean(),
    problems: verifyProblems,
    example: { params: exampleParams, reply: true },
  }),
  setVerification: defineRoute({
    method: 'GET',
    path: '/apexagm/verifyPassage/:uid/:passageId/:flag',
    summary: 'Verifies a passage, or takes that back, which is never refused; answers whether it is verified now.',
    access: ADMINS,
    key: 'passages:verify',
    anyParams: true,
    params: params.extend({ flag }),
    reply: z.boolean(),
    problems: verifyProblems,
    example: { params: { ...exampleParams, flag: 'false' }, reply: false },
  }),
  setPassageVerification: defineRoute({
    method: 'POST',
    path: '/pigrun/SetPassageVerification',
    summary: 'The same by the ids of the records; at least one is needed.',
    access: ADMINS,
    key: 'passages:verify',
    body: z.object({ elfId: id.nullish(), geoId: id.nullish(), magId: id.nullish(), isVerified: z.boolean() }),
    reply: z.object({ isVerified: z.boolean() }),
    problems: verifyProblems,
    example: { body: { elfId: 70_311, geoId: null, magId: 70_313, isVerified: true }, reply: { isVerified: true } },
  }),
  updatePassageTime: defineRoute({
    method: 'POST',
    path: '/apexagm/passage/:uid/:passageId/updatetimestamp',
    summary:
      'Corrects the time of a passage; the end of its snippet stays. With expectedPassageTimeStamp, refuses if the time is another one now.',
    access: ADMINS,
    key: 'passages:verify',
    params,
    body: z.object({ newPassageTime: utcText, expectedPassageTimeStamp: utcText.optional() }),
    reply: passageRow,
    problems: ['passage-not-found', 'passage-time-refused', 'passage-changed'],
    example: {
      params: exampleParams,
      body: { newPassageTime: '2026-03-16 09:41:57.300000' },
      reply: examplePassageRow,
    },
  }),
  updatePassageTimeById: defineRoute({
    method: 'POST',
    path: '/pigrun/UpdatePassageTimeStamp',
    summary: 'The same by the id of the passage alone.',
    access: ADMINS,
    key: 'passages:verify',
    body: z.object({ passageId: id, newPassageTime: utcText, expectedPassageTimeStamp: utcText.optional() }),
    reply: passageRow,
    problems: ['passage-not-found', 'passage-time-refused', 'passage-changed'],
    example: { body: { passageId: 70_311, newPassageTime: '2026-03-16 09:41:57.300000' }, reply: examplePassageRow },
  }),
  deletePassage: defineRoute({
    method: 'DELETE',
    path: '/apexagm/passage/:uid/:passageId',
    summary: 'Deletes a passage with all its records.',
    access: ADMINS,
    params,
    reply: z.object({}),
    problems,
    example: { params: exampleParams, reply: {} },
  }),
  updateRunInfo: defineRoute({
    method: 'POST',
    path: '/apexagm/passage/:uid/:passageId/updateruninfo',
    summary:
      'Gives a passage to a marker of a run: [RunId, PigRunName, ToolName, MarkerName, passageTimeStamp], the last one may be left out. It leaves the run that it was in.',
    access: ADMINS,
    params,
    body: withPlainTexts(z.union([z.tuple(runInfo), z.tuple([...runInfo, utcText])])),
    reply: passageRow,
    problems: ['passage-not-found', 'run-not-found', 'passage-not-verifiable', 'run-refused', 'run-completed'],
    example: { params: exampleParams, body: [41, 'Cushing to Tulsa', 'CLN-16-02', 'AGM 01'], reply: examplePassageRow },
  }),
  clearRunInfo: defineRoute({
    method: 'POST',
    path: '/apexagm/passage/:uid/:geoId/:magId/:elfId/clearruninfo',
    summary: 'Takes a passage out of its run, no longer verified; 0 stands for a record that there is not.',
    access: ADMINS,
    params: uidParams.extend({ geoId: recordId, magId: recordId, elfId: recordId }),
    reply: z.object({}),
    problems,
    example: { params: { uid: 100_234, geoId: 70_312, magId: 70_313, elfId: 0 }, reply: {} },
  }),
  exportLabelledRecords: defineRoute({
    method: 'GET',
    path: '/apexagm/exportLabelledRecords',
    summary: 'All records with samples of verified passages, a line of JSON each, for the training of models.',
    access: ADMINS,
    key: 'history:read',
    query: z.object({
      /** Also exports unverified passages, labelled as no passage. Only correct if a user has checked every passage. */
      withUnverified: flag.default(false),
    }),
    reply: z.string(),
    media: 'application/x-ndjson',
    example: { query: {}, reply: `${JSON.stringify(exampleLabelledRecord)}\n` },
  }),
  addWebPassage: defineRoute({
    method: 'POST',
    path: '/pigrun/addwebpassage',
    summary: 'Adds a passage that was seen in the live stream; it is as good as one that the device sent.',
    access: ADMINS,
    body: webPassage,
    reply: z.object({ passageId: id }),
    problems: ['device-not-found', 'passage-time-refused'],
    example: {
      body: {
        uid: 100_234,
        lat: 36.704_2,
        lon: -97.086_1,
        passageTimeStamp: '2026-03-16 09:41:56.120000',
        passageDetectedFrequency: 22,
        samplingRate: 16.666_67,
        packetComplexInformation: 0,
        timeEndOfSnippet: '2026-03-16 09:42:11.120000',
        data: exampleSamples,
      },
      reply: { passageId: 70_314 },
    },
  }),
};
