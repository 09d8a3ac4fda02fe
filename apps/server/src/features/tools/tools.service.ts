import type { RunId } from '@waymark/domain/ids';
import { chooseTool } from '@waymark/domain/tool/choose-tool';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Run } from '@waymark/domain/run/run';
import { findRun } from '../runs/runs.queries.ts';
import { hasTool, listAlgorithmsOfTool, listToolsOfRun, listToolsOfType } from './tools.queries.ts';
import * as scoring from '../scoring/scoring.api.ts';

interface WantedTool {
  readonly toolTypeId: number;
  /** Metres per second. */
  readonly expectedSpeed: number;
  /** Metres. */
  readonly size: number;
}

export async function findTool(reader: Reader, { toolTypeId, expectedSpeed, size }: WantedTool): Promise<number> {
  const [first, ...others] = await listToolsOfType(reader, toolTypeId);
  if (!first) throw problem('tool-type-not-found');
  return chooseTool([first, ...others], { speed: expectedSpeed, size }).toolId;
}

export async function readAlgorithms(reader: Reader, toolId: number) {
  if (!(await hasTool(reader, toolId))) throw problem('tool-not-found');
  return listAlgorithmsOfTool(reader, toolId);
}

async function requireRun(reader: Reader, runId: RunId): Promise<Run> {
  const run = await findRun(reader, runId);
  if (!run) throw problem('run-not-found');
  return run;
}

export async function readToolsOfRun(reader: Reader, runId: RunId) {
  await requireRun(reader, runId);
  return listToolsOfRun(reader, runId);
}

const readerOf = ({ scope, db }: Change): Reader => ({ scope, db });

/** Answers the number of the link. */
export async function addToolToRun(
  database: Database,
  origin: ChangeOrigin,
  runId: RunId,
  toolId: number,
): Promise<number> {
  return database.change(origin, async (change) => {
    const run = await requireRun(readerOf(change), runId);
    if (!(await hasTool(readerOf(change), toolId))) throw problem('tool-not-found');
    const { id } = await change.db
      .insertInto('pig_run_tools')
      .values({ run_id: runId, tool_id: toolId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await scoring.rescoreRun(change, { runId });
    await change.audit({
      action: 'run-tool-added',
      objectType: 'run',
      objectId: runId,
      groupId: run.groupId,
      after: { toolId },
    });
    return id;
  });
}

/** Answers how many there were. */
export async function removeToolsOfRun(database: Database, origin: ChangeOrigin, runId: RunId): Promise<number> {
  return database.change(origin, async (change) => {
    const run = await requireRun(readerOf(change), runId);
    const removed = await change.db
      .deleteFrom('pig_run_tools')
      .where('run_id', '=', runId)
      .returning('tool_id')
      .execute();
    if (removed.length === 0) return 0;
    await scoring.rescoreRun(change, { runId });
    const toolIds = removed.map(({ tool_id: toolId }) => toolId);
    await change.audit({
      action: 'run-tools-removed',
      objectType: 'run',
      objectId: runId,
      groupId: run.groupId,
      before: { toolIds },
    });
    return removed.length;
  });
}
