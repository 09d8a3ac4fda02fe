import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readFile, readList, readQueueDetail, readRawData } from '../downloads/downloads.api.ts';
import { cancelDownload, endDownload, readSession, resumeDownload } from './sessions.service.ts';
import { startDownload, validateDownload, validateFirmware } from './start-download.service.ts';

interface Options extends Context {
  readonly config: { readonly downloadFirmware: number };
}

export const createDownloadSessionsPart = ({ database, config }: Options) => ({
  handlers: { downloads: createDownloadsHandlers(database, config.downloadFirmware) },
});

/** `leastFirmware` of a device that is asked for recorded passages; `now` answers UTC milliseconds. */
function createDownloadsHandlers(
  database: Database,
  leastFirmware: number,
  now: () => number = Date.now,
): Handlers<Routes['downloads']> {
  return {
    validateDownload: ({ body }, call) => validateDownload(database.read(scopeOfCall(call)), body),
    validateFirmware: ({ body }, call) =>
      validateFirmware(database.read(scopeOfCall(call)), body.uidList, leastFirmware),
    startDownload: ({ body }, call) => startDownload(database, originOf(call), body, leastFirmware, now()),
    readDownload: ({ params }, call) => readSession(database.read(scopeOfCall(call)), params.sessionId),
    resumeDownload: async ({ params }, call) => {
      await resumeDownload(database, originOf(call), params.sessionId, now());
      return {};
    },
    endDownload: async ({ params }, call) => {
      await endDownload(database, originOf(call), params.sessionId);
      return {};
    },
    cancelDownload: async ({ params }, call) => {
      await cancelDownload(database, originOf(call), params.sessionId);
      return {};
    },
    readQueueDetail: ({ params }, call) => readQueueDetail(database.read(scopeOfCall(call)), params.cId),
    listDownloads: ({ query }, call) => readList(database.read(scopeOfCall(call)), query),
    readDownloadFile: async ({ params }, call) => {
      const { name, sha256, contents } = await readFile(database.read(scopeOfCall(call)), params.cId);
      call.setHeader('digest', `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}`);
      call.setHeader('content-disposition', `attachment; filename="${name}"`);
      return contents;
    },
    readRawData: ({ params }, call) => readRawData(database.read(scopeOfCall(call)), params.uid, params.sessionId),
  };
}
