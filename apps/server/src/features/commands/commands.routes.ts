import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { queueCommands, readHistory, readQueue, removeCommand, requestRawData } from './commands.service.ts';

/** `now` answers UTC milliseconds. */
export function createCommandsHandlers(database: Database, now: () => number = Date.now): Handlers<Routes['commands']> {
  return {
    listCommands: ({ params }, call) => readQueue(database.read(scopeOfCall(call)), params.uid),
    listCommandHistory: ({ params, query }, call) => readHistory(database.read(scopeOfCall(call)), params.uid, query),
    queueCommand: async ({ body }, call) => {
      const [queued] = await queueCommands(database, originOf(call), [body], now());
      if (!queued) throw new Error('the queued command was not returned');
      return queued;
    },
    queueCommands: ({ body }, call) => queueCommands(database, originOf(call), body, now()),
    deleteCommand: async ({ params }, call) => {
      await removeCommand(database, originOf(call), params.commandId);
      return {};
    },
    requestRawData: ({ body }, call) => requestRawData(database, originOf(call), body, now()),
  };
}
