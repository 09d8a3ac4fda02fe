import type { RunId } from '@waymark/domain/ids';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import { listRecordsOf, type RecordKey } from './scoring.queries.ts';

// Other features call these inside their change.

export const SCORING_JOB = 'scoring.records';
export const RUN_JOB = 'scoring.run';
/** Lowest priority: a device may deliver weeks of stored passages at once. */
const PRIORITY = 10;

/** Scores records in a job, so that their batch is stored and acknowledged first. */
export async function planScoring(change: Change, records: readonly RecordKey[]): Promise<void> {
  if (records.length > 0) await change.enqueue({ name: SCORING_JOB, payload: { records }, priority: PRIORITY });
}

/** Scores passages that joined or left a run again: the tool and speed by which they are scored have changed. */
export async function rescoreMoved(change: Change, { changes }: DomainEvents['runs-changed']): Promise<void> {
  const passages = changes.flatMap((changed) => changed.passages);
  const moved = passages.flatMap(({ before, after }) => {
    const { uid, endOfSnipAt } = after ?? before ?? { uid: null, endOfSnipAt: null };
    return (before === null) === (after === null) || uid === null || endOfSnipAt === null ? [] : [{ uid, endOfSnipAt }];
  });
  const records = await listRecordsOf({ scope: change.scope, db: change.db }, moved);
  await planScoring(change, records);
}

/** Scores the passages of a run again, because its tool or its passages have changed. */
export async function rescoreRun(change: Change, { runId }: { readonly runId: RunId }): Promise<void> {
  await change.enqueue({ name: RUN_JOB, payload: { runId }, key: `${RUN_JOB}.${runId}`, priority: PRIORITY });
}
