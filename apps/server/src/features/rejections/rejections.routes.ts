import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { sendAttachment } from '../../platform/http/attachment.ts';
import { scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { listDeviceErrors } from './device-errors.queries.ts';
import { nameFile, writeErrorFile, writeRejectionFile } from './rejection-files.ts';
import { listRejections, readRejection } from './rejections.queries.ts';

interface RejectionParts {
  readonly database: Database;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

export function createRejectionsHandlers({ database, log, now }: RejectionParts): Handlers<Routes['rejections']> {
  const open = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    listRejections: ({ query }, call) => listRejections(open(call), query),
    readRejection: async ({ params }, call) => {
      const found = await readRejection(open(call), params.id);
      if (!found) throw problem('rejection-not-found');
      return found;
    },
    exportRejections: ({ query }, call) => {
      const name = nameFile('rejected-messages', query.uid, now());
      return sendAttachment(call, log, name, writeRejectionFile(open(call), query));
    },
    listDeviceErrors: ({ query }, call) => listDeviceErrors(open(call), query),
    exportDeviceErrors: ({ query }, call) => {
      const name = nameFile('device-errors', query.uid, now());
      return sendAttachment(call, log, name, writeErrorFile(open(call), query));
    },
  };
}
