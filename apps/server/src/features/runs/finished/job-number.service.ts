import { changeRun } from '../change-run.ts';
import { lockRun } from '../lock-run.ts';
import type { Edits } from '../read-base.ts';

/** By which the company knows the run in its own books; null: by none. */
export async function updateJobNumber(
  { database, origin, now }: Edits,
  runId: number,
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
