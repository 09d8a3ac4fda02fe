import { z } from 'zod';
import { asRunId } from '../ids.ts';
import { id } from '../devices/fields.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Tools of pigs, and the algorithms that score their passages.

const runId = asRunId(z.coerce.number().pipe(id));

export const toolsRoutes = {
  findTool: defineRoute({
    method: 'POST',
    path: '/pigrun/Tool/GetTool',
    summary: 'The tool of a type that fits speed and size best; there is always one.',
    access: ADMINS,
    key: 'runs:read',
    body: z.object({
      /** Metres per second. */
      expectedSpeed: z.number().positive(),
      /** Metres. */
      size: z.number().positive(),
      toolTypeId: id,
    }),
    reply: z.object({ toolId: id }),
    problems: ['tool-type-not-found'],
    example: { body: { expectedSpeed: 1.341, size: 0.4064, toolTypeId: 1 }, reply: { toolId: 6 } },
  }),
  listToolTypes: defineRoute({
    method: 'GET',
    path: '/pigrun/ToolType/GetAll',
    summary: 'The types of tools.',
    access: EVERYONE,
    key: 'runs:read',
    reply: z.array(z.object({ name: z.string(), toolTypeId: id })),
    example: { reply: [{ name: 'Cleaning pig', toolTypeId: 1 }] },
  }),
  listToolsOfRun: defineRoute({
    method: 'GET',
    path: '/pigrun/GetPigRunToolForRunId/:runId',
    summary: 'The tools of a run; the first counts.',
    access: EVERYONE,
    key: 'runs:read',
    params: z.object({ runId }),
    reply: z.array(z.object({ runId: id, toolId: id })),
    problems: ['run-not-found'],
    example: { params: { runId: 41 }, reply: [{ runId: 41, toolId: 6 }] },
  }),
  listAlgorithmsOfTool: defineRoute({
    method: 'GET',
    path: '/pigrun/GetMachineLearningAlgorithmToolForToolId/:toolId',
    summary: 'The algorithms that score the passages of a tool.',
    access: EVERYONE,
    key: 'runs:read',
    params: z.object({ toolId: z.coerce.number().pipe(id) }),
    reply: z.array(z.object({ machineLearningAlgorithmId: id })),
    problems: ['tool-not-found'],
    example: { params: { toolId: 6 }, reply: [{ machineLearningAlgorithmId: 1 }, { machineLearningAlgorithmId: 2 }] },
  }),
  addToolToRun: defineRoute({
    method: 'POST',
    path: '/pigrun/AddPigRunTool',
    summary: 'Links a tool to a run and checks the passages of the run again. Answers the number of the link.',
    access: ADMINS,
    body: z.object({ runId: id, toolId: id }),
    reply: id,
    problems: ['run-not-found', 'tool-not-found'],
    example: { body: { runId: 41, toolId: 6 }, reply: 77 },
  }),
  deleteToolsOfRun: defineRoute({
    method: 'POST',
    path: '/pigrun/DeleteAllPigRunTools',
    summary: 'Takes all tools off a run; answers how many there were.',
    access: ADMINS,
    // The console calls it before it deletes the run.
    stepUp: 'always',
    body: z.object({ runId: id }),
    reply: z.int().min(0),
    problems: ['run-not-found'],
    example: { body: { runId: 41 }, reply: 1 },
  }),
};
