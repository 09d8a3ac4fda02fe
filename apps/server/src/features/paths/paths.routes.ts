import type { Routes } from '@waymark/contract/routes/index';
import { readPath as readSent, writeSavedPath } from '@waymark/contract/runs/read-path';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readPath, readPaths, removePath, savePath } from './paths.service.ts';
import { readReadiness } from './readiness.service.ts';

/** `now` answers UTC milliseconds. */
export function createPathsHandlers(database: Database, now: () => number = Date.now): Handlers<Routes['paths']> {
  return {
    listPaths: async (_, call) => (await readPaths(database.read(scopeOfCall(call)))).map(writeSavedPath),
    readPath: async ({ params }, call) =>
      writeSavedPath(await readPath(database.read(scopeOfCall(call)), params.pathId)),
    savePath: ({ body: { rev, ...path } }, call) => savePath(database, originOf(call), readSent(path), rev),
    deletePath: async ({ params }, call) => {
      await removePath(database, originOf(call), params.pathId);
      return {};
    },
    readReadiness: ({ params }, call) => readReadiness(database.read(scopeOfCall(call)), params.pathId, now()),
  };
}
