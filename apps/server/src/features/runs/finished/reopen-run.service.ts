import { reopenRun } from '@waymark/domain/run/changes/finished';
import { synchronise } from '@waymark/domain/run/changes/synchronise';
import type { RunId } from '@waymark/domain/ids';
import { problem } from '../../../platform/http/problem.ts';
import * as scoring from '../../scoring/scoring.api.ts';
import { allowed, changeRun } from '../change-run.ts';
import { lockRun, readerOfAll } from '../lock-run.ts';
import type { Edits } from '../read-base.ts';
import { listActiveRunIdsOf, findRuns } from '../runs.queries.ts';
import { listHeardPassages } from './heard-passages.queries.ts';

/**
 * Lets a run that was ended by mistake go on, with what its devices have heard since. A launch takes the same lock, so
 * that pig, path and devices stay free.
 */
export async function reopen({ database, origin, now }: Edits, runId: RunId): Promise<void> {
  await database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    if (current.completedAt === null) throw problem('run-not-completed');
    const reader = readerOfAll(change);
    const others = await findRuns(reader, await listActiveRunIdsOf(reader, current.groupId));
    const reopened = allowed(reopenRun(current, others, now));
    const heard = await listHeardPassages(reader, { ...current, completedAt: now });
    const next = synchronise(reopened, heard, now);
    await changeRun(change, current, next, { action: 'run-reopened', message: 'RunUpdated', now });
    await scoring.rescoreRun(change, { runId });
  });
}
