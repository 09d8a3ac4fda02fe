import type { RunId } from '@waymark/domain/ids';
import type { Tool } from '@waymark/domain/tool/choose-tool';
import type { Reader } from '../../platform/database/database.ts';

// The tools are everybody's; which of them goes through on a run is its company's.

export async function listToolTypes({ db }: Reader) {
  return db.selectFrom('tool_types').select(['name', 'id as toolTypeId']).orderBy('id').execute();
}

export async function listToolsOfType({ db }: Reader, toolTypeId: number): Promise<Tool[]> {
  const rows = await db.selectFrom('tools').selectAll().where('tool_type_id', '=', toolTypeId).orderBy('id').execute();
  return rows.map((row) => ({
    toolId: row.id,
    speed: { least: row.speed_least, most: row.speed_most },
    size: { least: row.size_least, most: row.size_most },
  }));
}

export async function hasTool({ db }: Reader, toolId: number): Promise<boolean> {
  return (await db.selectFrom('tools').select('id').where('id', '=', toolId).executeTakeFirst()) !== undefined;
}

export async function listAlgorithmsOfTool({ db }: Reader, toolId: number) {
  return db
    .selectFrom('machine_learning_algorithm_tools')
    .select('algorithm_id as machineLearningAlgorithmId')
    .where('tool_id', '=', toolId)
    .orderBy('algorithm_id')
    .execute();
}

/** The first that was added counts. */
export async function listToolsOfRun({ db }: Reader, runId: RunId) {
  return db
    .selectFrom('pig_run_tools')
    .select(['run_id as runId', 'tool_id as toolId'])
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();
}
