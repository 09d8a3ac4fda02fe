import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import type { Uid } from '@waymark/domain/ids';
import type { Database, Reader } from '../../platform/database/database.ts';
import { sendAttachment } from '../../platform/http/attachment.ts';
import { scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { hasDevice } from '../../platform/access/device-access.ts';
import { listControlSettings } from './control-settings.queries.ts';
import { listDeviceInfos } from './device-infos.queries.ts';
import { nameFile, writeHeartbeatFile, writePassageFile } from './history-files.ts';
import { listHeartbeats } from './heartbeats.queries.ts';
import { listTrends } from './trends.queries.ts';
import { listPassages } from './passages.queries.ts';

export const createHistoryPart = ({ database, log }: Context) => ({
  handlers: { history: createHistoryHandlers({ database, log, now: Date.now }) },
});

interface HistoryParts {
  readonly database: Database;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

function createHistoryHandlers({ database, log, now }: HistoryParts): Handlers<Routes['history']> {
  const openDevice = async (call: SignedInCall, uid: Uid): Promise<Reader> => {
    const reader = database.read(scopeOfCall(call));
    if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
    return reader;
  };
  return {
    listTrends: ({ query }, call) => listTrends(database.read(scopeOfCall(call)), query.uids, now()),
    listHeartbeats: async ({ params, query }, call) =>
      listHeartbeats(await openDevice(call, params.uid), params.uid, query),
    listPassages: async ({ params, query }, call) =>
      listPassages(await openDevice(call, params.uid), params.uid, query),
    listDeviceInfos: async ({ params, query }, call) =>
      listDeviceInfos(await openDevice(call, params.uid), params.uid, query),
    listControlSettings: async ({ params, query }, call) =>
      listControlSettings(await openDevice(call, params.uid), params.uid, query),
    exportPassages: async ({ params: { uid }, query }, call) => {
      const parts = writePassageFile(await openDevice(call, uid), uid, query);
      return sendAttachment(call, log, nameFile(uid, 'Passage', now()), parts);
    },
    exportHeartbeats: async ({ params: { uid }, query }, call) => {
      const parts = writeHeartbeatFile(await openDevice(call, uid), uid, query);
      return sendAttachment(call, log, nameFile(uid, 'Heartbeat', now()), parts);
    },
  };
}
