import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readPath, readPaths, removePath, savePath } from './paths.service.ts';
import { readReadiness } from './readiness.service.ts';

/** `now` answers UTC milliseconds. */
export function createPathsHandlers(database: Database, now: () => number = Date.now): Handlers<Routes['paths']> {
  return {
    listPaths: (_, call) => readPaths(database.read(scopeOfCall(call))),
    readPath: ({ params }, call) => readPath(database.read(scopeOfCall(call)), params.pathId),
    savePath: ({ body }, call) => savePath(database, originOf(call), body),
    deletePath: async ({ params }, call) => {
      await removePath(database, originOf(call), params.pathId);
      return {};
    },
    readReadiness: ({ params }, call) => readReadiness(database.read(scopeOfCall(call)), params.pathId, now()),
  };
}
