import type { PigRunText } from '@waymark/contract/runs/pig-run';
import { writeRun } from '@waymark/contract/runs/write-run';
import { synchronise } from '@waymark/domain/run/changes/synchronise';
import { problem } from '../../../platform/http/problem.ts';
import { changeRun } from '../change-run.ts';
import { lockRun, readerOfAll } from '../lock-run.ts';
import type { Edits } from '../read-base.ts';
import { findRun } from '../runs.queries.ts';
import { listHeardPassages } from './heard-passages.queries.ts';
import * as scoring from '../../scoring/scoring.api.ts';

/** Merges what the devices of a completed run heard between launch and receive into the run; returns the run. */
export async function synchRun({ database, origin, now }: Edits, runId: number): Promise<PigRunText> {
  return database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    if (current.completedAt === null) throw problem('run-not-completed');
    const next = synchronise(current, await listHeardPassages(readerOfAll(change), current), now);
    await changeRun(change, current, next, { action: 'run-synchronised', message: 'RunUpdated', now });
    await scoring.rescoreRun(change, { runId });
    const run = await findRun(readerOfAll(change), runId);
    if (!run) throw problem('run-not-found');
    return writeRun(run, now);
  });
}
