import type { Run } from '@waymark/domain/run/run';
import type { Reader } from '../../../platform/database/database.ts';

/** The company of a run, and the type of its tool; the caller has checked that it may read the run. */
export async function findAboutRun({ db }: Reader, { runId, groupId }: Pick<Run, 'runId' | 'groupId'>) {
  const [company, tool] = await Promise.all([
    db.selectFrom('groups').select('name').where('id', '=', groupId).executeTakeFirst(),
    db
      .selectFrom('pig_run_tools')
      .innerJoin('tools', 'tools.id', 'pig_run_tools.tool_id')
      .innerJoin('tool_types', 'tool_types.id', 'tools.tool_type_id')
      .select('tool_types.name')
      .where('pig_run_tools.run_id', '=', runId)
      .orderBy('pig_run_tools.id')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { companyName: company?.name ?? '', toolType: tool?.name ?? null };
}
