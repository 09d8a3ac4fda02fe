import { z } from 'zod';
import { id, packetKind, uid, uidParams } from '../devices/fields.ts';
import { examplePassageData, passageData } from '../devices/passage-data.ts';
import { examplePassageRow, passageRow } from '../devices/passage-row.ts';
import { utcText } from '../paging.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

// One passage: its data, its verification, its time. What is said of one record holds for its siblings too.

const passageId = z.coerce.number().pipe(id);
const params = uidParams.extend({ passageId });
const kind = z.coerce.number().pipe(packetKind);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const exampleParams = { uid: 100_234, passageId: 70_311 };
const problems = ['passage-not-found'] as const;
const verifyProblems = ['passage-not-found', 'passage-not-verifiable'] as const;

export const passagesRoutes = {
  readPassage: defineRoute({
    method: 'GET',
    path: '/apexagm/passage/:uid/:passageId',
    summary: 'One record of a passage with its samples.',
    access: EVERYONE,
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
    body: z.object({ elfId: id.nullish(), geoId: id.nullish(), magId: id.nullish(), isVerified: z.boolean() }),
    reply: z.object({ isVerified: z.boolean() }),
    problems: verifyProblems,
    example: { body: { elfId: 70_311, geoId: null, magId: 70_313, isVerified: true }, reply: { isVerified: true } },
  }),
  updatePassageTime: defineRoute({
    method: 'POST',
    path: '/apexagm/passage/:uid/:passageId/updatetimestamp',
    summary: 'Corrects when a passage was; its end of snippet stays. With expectedPassageTimeStamp only if nobody did meanwhile.',
    access: ADMINS,
    params,
    body: z.object({ newPassageTime: utcText, expectedPassageTimeStamp: utcText.optional() }),
    reply: passageRow,
    problems: ['passage-not-found', 'passage-time-refused', 'passage-changed'],
    example: { params: exampleParams, body: { newPassageTime: '2026-03-16 09:41:57.300000' }, reply: examplePassageRow },
  }),
  updatePassageTimeById: defineRoute({
    method: 'POST',
    path: '/pigrun/UpdatePassageTimeStamp',
    summary: 'The same by the id of the passage alone.',
    access: ADMINS,
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
};
