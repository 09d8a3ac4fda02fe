import type { RunId } from '@waymark/domain/ids';
import { changeRun } from '../change-run.ts';
import { lockRun } from '../lock-run.ts';
import type { Edits } from '../read-base.ts';

/** Sets the company's own job number of the run; null clears it. */
export async function updateJobNumber(
  { database, origin, now }: Edits,
  runId: RunId,
  jobNumber: string | null,
): Promise<void> {
  await database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    await changeRun(
      change,
      current,
      { ...current, jobNumber },
      { action: 'run-job-number-changed', message: 'RunUpdated', now },
    );
  });
}
