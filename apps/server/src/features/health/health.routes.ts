import type { RouteReply } from '@waymark/contract/route';
import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readSystemHealth } from './health.queries.ts';

export type MapFault = RouteReply<Routes['health']['systemHealth']>['mapFaults'][number];

/** `mapFaults`: map files that this node cannot use. */
export function createHealthHandlers(database: Database, mapFaults: readonly MapFault[]): Handlers<Routes['health']> {
  return {
    systemHealth: async (_input, call) => ({
      ...(await readSystemHealth(database.read(scopeOfCall(call)))),
      mapFaults: [...mapFaults],
    }),
  };
}
