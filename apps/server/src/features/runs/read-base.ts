import { writeRun } from '@waymark/contract/runs/write-run';
import type { Result } from '@waymark/domain/result';
import { listFields, type MergeFailure, type RunFields } from '@waymark/domain/run/changes/merge';
import type { Run } from '@waymark/domain/run/run';
import type { RunRefusal } from '@waymark/domain/run/refusal';
import { describeRunRefusal } from '@waymark/domain/words/refusals';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { readerOfAll } from './lock-run.ts';
import { findFieldsSince } from './runs.queries.ts';

// Optimistic concurrency: a change is merged against the revision of the run that its sender had read.

export interface Edits {
  readonly database: Database;
  readonly origin: ChangeOrigin;
  readonly now: number;
}

/** Includes the current run, so that the client needs no second request. */
const changedMeanwhile = (current: Run, now: number) => problem('run-changed', { current: writeRun(current, now) });

const refused = (refusal: RunRefusal) =>
  problem(
    'run-refused',
    described((t) => describeRunRefusal(refusal, t)),
  );

/** Returns the merged run, or throws: another user changed the same field, or a rule refuses the change. */
export function merged(outcome: Result<Run, MergeFailure>, current: Run, now: number): Run {
  if (outcome.ok) return outcome.value;
  throw outcome.failure.kind === 'conflict' ? changedMeanwhile(current, now) : refused(outcome.failure.refusal);
}

/** Restores the fields of the run at the revision that the client had read. */
export async function readBase(change: Change, current: Run, rev: number | undefined, now: number): Promise<RunFields> {
  const fields = listFields(current);
  if (rev === undefined || rev === current.rev) return fields;
  const since = rev < current.rev ? await findFieldsSince(readerOfAll(change), current, rev) : null;
  if (!since) throw changedMeanwhile(current, now);
  return { ...fields, ...since };
}
