import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { listMessages } from './outbox.queries.ts';
import { retryMessage } from './outbox.service.ts';

export function createOutboxHandlers(database: Database): Handlers<Routes['outbox']> {
  return {
    listMessages: ({ query }, call) => listMessages(database.read(scopeOfCall(call)), query),
    retryMessage: async ({ params }, call) => {
      await retryMessage(database, originOf(call), params.id);
      return {};
    },
  };
}
