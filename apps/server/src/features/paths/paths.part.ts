import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import { readPath as readSent, writeSavedPath } from '@waymark/contract/runs/read-path';
import type { Database } from '../../platform/database/database.ts';
import { sendAttachment } from '../../platform/http/attachment.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Log } from '../../platform/log.ts';
import { exportPath } from './export-path.service.ts';
import { readPath, readPaths, removePath, savePath } from './paths.service.ts';
import { readReadiness } from './paths.api.ts';

export const createPathsPart = ({ database, log }: Context) => ({
  handlers: { paths: createPathsHandlers({ database, log, now: Date.now }) },
});

interface PathsParts {
  readonly database: Database;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

function createPathsHandlers({ database, log, now }: PathsParts): Handlers<Routes['paths']> {
  return {
    listPaths: async (_, call) => (await readPaths(database.read(scopeOfCall(call)))).map(writeSavedPath),
    readPath: async ({ params }, call) =>
      writeSavedPath(await readPath(database.read(scopeOfCall(call)), params.pathId)),
    exportPath: async ({ params, query }, call) => {
      const { name, parts } = await exportPath(database, originOf(call), params.pathId, query.format, now());
      return sendAttachment(call, log, name, parts);
    },
    savePath: ({ body: { rev, ...path } }, call) => savePath(database, originOf(call), readSent(path), rev),
    deletePath: async ({ params }, call) => {
      await removePath(database, originOf(call), params.pathId);
      return {};
    },
    readReadiness: ({ params }, call) => readReadiness(database.read(scopeOfCall(call)), params.pathId, now()),
  };
}
