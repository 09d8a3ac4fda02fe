import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../../platform/database/database.ts';
import { scopeOfCall } from '../../../platform/http/call.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { listKeys } from './keys.queries.ts';
import { describeKey, makeCompanyKey, revokeKey } from './keys.service.ts';

export function createKeysHandlers(database: Database): Handlers<Routes['keys']> {
  return {
    listKeys: async (_input, call) => (await listKeys(database.read(scopeOfCall(call)))).map(describeKey),
    makeKey: ({ body }, call) => makeCompanyKey(database, call, body),
    revokeKey: async ({ params }, call) => {
      await revokeKey(database, call, params.id);
      return {};
    },
  };
}
