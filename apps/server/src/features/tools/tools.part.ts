import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { listToolTypes } from './tools.queries.ts';
import { addToolToRun, findTool, readAlgorithms, readToolsOfRun, removeToolsOfRun } from './tools.service.ts';

export const createToolsPart = ({ database }: Context) => ({ handlers: { tools: createToolsHandlers(database) } });

function createToolsHandlers(database: Database): Handlers<Routes['tools']> {
  return {
    findTool: async ({ body }, call) => ({ toolId: await findTool(database.read(scopeOfCall(call)), body) }),
    listToolTypes: (_, call) => listToolTypes(database.read(scopeOfCall(call))),
    listToolsOfRun: ({ params }, call) => readToolsOfRun(database.read(scopeOfCall(call)), params.runId),
    listAlgorithmsOfTool: ({ params }, call) => readAlgorithms(database.read(scopeOfCall(call)), params.toolId),
    addToolToRun: ({ body }, call) => addToolToRun(database, originOf(call), body.runId, body.toolId),
    deleteToolsOfRun: ({ body }, call) => removeToolsOfRun(database, originOf(call), body.runId),
  };
}
