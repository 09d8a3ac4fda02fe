import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../../platform/database/database.ts';
import { scopeOfCall } from '../../../platform/http/call.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { listKeys } from './keys.queries.ts';
import { describeWallboard, makeWallboard, revokeWallboard } from './wallboards.service.ts';

/** The tokens of wallboards; the feature `wallboards` reads what the board shows. */
export function createWallboardTokenHandlers(database: Database): Omit<Handlers<Routes['wallboards']>, 'readBoard'> {
  return {
    listWallboards: async (_input, call) =>
      (await listKeys(database.read(scopeOfCall(call)), 'wallboard')).map(describeWallboard),
    makeWallboard: ({ body }, call) => makeWallboard(database, call, body),
    revokeWallboard: async ({ params }, call) => {
      await revokeWallboard(database, call, params.id);
      return {};
    },
  };
}
