import { z } from 'zod';
import { commandId } from '../commands/queued-command.ts';
import { id, uid, uidParams, utcDatabase, utcSecond } from '../devices/fields.ts';
import { downloadedFile, downloadRow, exampleDownloadedFile, exampleDownloadRow } from '../downloads/download-row.ts';
import { rowsNumber, utcText } from '../paging.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Downloads of recorded data after a run: sessions of many devices, and the resulting files.

const MOST_DEVICES = 5000;
const request = z.object({ launchDate: utcText, receiveDate: utcText, uidList: z.array(uid).min(1).max(MOST_DEVICES) });
const exampleRequest = {
  launchDate: '2026-03-18 00:00:00',
  receiveDate: '2026-03-18 09:30:00',
  uidList: [100_234, 100_235],
};
const session = z.object({ sessionId: z.coerce.number().pipe(id) });
const download = z.object({ cId: z.coerce.number().pipe(commandId) });

/** Ends a session or download. It uses GET as in the documents, and is idempotent. */
function defineEnd<const Path extends `/${string}`>(path: Path, summary: string) {
  return defineRoute({
    method: 'GET',
    path,
    summary,
    access: COMPANY_ADMIN,
    params: session,
    reply: z.object({}),
    problems: ['download-not-found'],
    example: { params: { sessionId: 17 }, reply: {} },
  });
}

export const downloadsRoutes = {
  validateDownload: defineRoute({
    method: 'POST',
    path: '/pigrun/ValidateDownloadRecordedPassageDataRequest',
    summary: 'Whether all devices are free of open download sessions; otherwise the user and time of one that is open.',
    access: COMPANY_ADMIN,
    body: request,
    reply: z.object({
      isValidRequest: z.boolean(),
      /** The user who has started the open session; null, as are the next two: no open session. */
      name: z.string().nullable(),
      createdDate: utcDatabase.nullable(),
      downloadRecordedPassageDataSessionId: id.nullable(),
    }),
    problems: ['download-invalid'],
    example: {
      body: exampleRequest,
      reply: {
        isValidRequest: false,
        name: 'Dana Reyes',
        createdDate: '2026-03-18 10:02:11.204000',
        downloadRecordedPassageDataSessionId: 17,
      },
    },
  }),
  validateFirmware: defineRoute({
    method: 'POST',
    path: '/pigrun/ValidateDownloadRecordedPassageDataRequestFirmware',
    summary: 'Which of the devices are too old for a download of recorded passages.',
    access: COMPANY_ADMIN,
    body: request.pick({ uidList: true }),
    reply: z.object({ isFirmwareValidForRequest: z.boolean(), uidList: z.array(uid) }),
    problems: ['download-invalid'],
    example: { body: { uidList: [100_234, 100_240] }, reply: { isFirmwareValidForRequest: false, uidList: [100_240] } },
  }),
  startDownload: defineRoute({
    method: 'POST',
    path: '/pigrun/DownloadRecordedPassageDataRequest',
    summary: 'Asks each device for its recorded passages between two times; answers the number of the session.',
    access: COMPANY_ADMIN,
    body: request,
    reply: id,
    problems: ['download-invalid', 'download-open', 'download-firmware'],
    example: { body: exampleRequest, reply: 18 },
  }),
  readDownload: defineRoute({
    method: 'GET',
    path: '/pigrun/GetDownloadRecordedPassageDataRequestDetail/:sessionId',
    summary: 'A session with the progress of each device.',
    access: COMPANY_ADMIN,
    params: session,
    reply: z.object({
      downloadRecordedPassageDataSessionRequestList: z.array(downloadRow),
      sessionId: id,
      name: z.string(),
      createdDate: utcDatabase,
      launchDate: utcSecond,
      receiveDate: utcSecond,
      /** null: still open. */
      endedDate: utcSecond.nullable(),
      /** Devices that get nothing or only a part, with the reason. */
      failed: z.array(z.object({ uid, reason: z.string() })),
    }),
    problems: ['download-not-found'],
    example: {
      params: { sessionId: 17 },
      reply: {
        downloadRecordedPassageDataSessionRequestList: [exampleDownloadRow],
        sessionId: 17,
        name: 'Dana Reyes',
        createdDate: '2026-03-18 10:02:11.204000',
        launchDate: '2026-03-18 00:00:00',
        receiveDate: '2026-03-18 09:30:00',
        endedDate: null,
        failed: [
          {
            uid: 100_241,
            reason: 'Over satellite only passages can be downloaded, and there is none between the dates.',
          },
        ],
      },
    },
  }),
  resumeDownload: defineRoute({
    method: 'POST',
    path: '/pigrun/ResumeDownloadRecordedPassageDataRequest/:sessionId',
    summary: 'Asks the devices of an open session again for the data that has not arrived.',
    access: COMPANY_ADMIN,
    params: session,
    reply: z.object({}),
    problems: ['download-not-found'],
    example: { params: { sessionId: 17 }, reply: {} },
  }),
  endDownload: defineEnd(
    '/pigrun/EndDownloadRecordedPassageDataSession/:sessionId',
    'Ends a session and keeps the data that has arrived.',
  ),
  cancelDownload: defineEnd(
    '/pigrun/CancelDownloadRecordedPassageDataRequest/:sessionId',
    'Ends a session and deletes its commands that no device has taken yet.',
  ),
  readQueueDetail: defineRoute({
    method: 'GET',
    path: '/pigrun/GetCommandQueueDetail/:cId',
    summary: 'The time range of a download command.',
    access: COMPANY_ADMIN,
    params: download,
    reply: z.object({ fileNamesStartDate: utcSecond, fileNamesEndDate: utcSecond }),
    problems: ['download-not-found'],
    example: {
      params: { cId: 5122 },
      reply: { fileNamesStartDate: '2026-03-18 00:00:00', fileNamesEndDate: '2026-03-18 09:30:00' },
    },
  }),
  listDownloads: defineRoute({
    method: 'GET',
    path: '/pigrun/downloads',
    summary: 'The downloads of devices, open and finished, newest first.',
    access: ADMINS,
    key: 'history:read',
    query: z.object({
      uid: z.coerce.number().pipe(uid).optional(),
      page: z.coerce.number().int().min(1).default(1),
      rowsPerPage: z.coerce.number().int().min(1).max(1000).default(15),
    }),
    reply: z.object({ rowsNumber, downloadList: z.array(downloadedFile) }),
    example: { query: { page: 1, rowsPerPage: 15 }, reply: { rowsNumber: 1, downloadList: [exampleDownloadedFile] } },
  }),
  readDownloadFile: defineRoute({
    method: 'GET',
    path: '/pigrun/downloads/:cId/file',
    summary: 'The file of a download, byte for byte; the header `digest` has its SHA-256.',
    access: ADMINS,
    key: 'history:read',
    params: download,
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: ['download-not-found', 'download-incomplete'],
    example: { params: { cId: 5122 }, reply: '' },
  }),
  readRawData: defineRoute({
    method: 'GET',
    path: '/apexagm/rawdata/:uid/:sessionId',
    summary: 'The raw recording that a device has sent, as CSV.',
    access: ADMINS,
    key: 'history:read',
    params: uidParams.extend(session.shape),
    reply: z.string(),
    media: 'text/csv',
    problems: ['download-not-found', 'download-incomplete'],
    example: { params: { uid: 100_234, sessionId: 5121 }, reply: 'Timestamp (UTC),GEO,EM\r\n' },
  }),
};
