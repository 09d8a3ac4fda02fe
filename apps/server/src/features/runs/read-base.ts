import { writeRun } from '@waymark/contract/runs/write-run';
import type { Result } from '@waymark/domain/result';
import { listFields, type MergeFailure, type RunFields } from '@waymark/domain/run/merge';
import type { Run } from '@waymark/domain/run/run';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { readerOfAll } from './lock-run.ts';
import { findFieldsSince } from './runs.queries.ts';

// Who was first: a change is held against the run as its sender had read it.

export interface Edits {
  readonly database: Database;
  readonly origin: ChangeOrigin;
  readonly now: number;
}

/** With the run as it is now, so that the client need not ask for it. */
const changedMeanwhile = (current: Run, now: number) => problem('run-changed', { current: writeRun(current, now) });

/** A merged run, or why there is none: others changed the same, or the rules do not allow it. */
export function merged(outcome: Result<Run, MergeFailure>, current: Run, now: number): Run {
  if (outcome.ok) return outcome.value;
  throw outcome.failure.kind === 'conflict'
    ? changedMeanwhile(current, now)
    : problem('run-refused', { detail: outcome.failure.words });
}

/** What the client had read: the run now, with what has changed since as it was. */
export async function readBase(change: Change, current: Run, rev: number | undefined, now: number): Promise<RunFields> {
  const fields = listFields(current);
  if (rev === undefined || rev === current.rev) return fields;
  const since = rev < current.rev ? await findFieldsSince(readerOfAll(change), current, rev) : null;
  if (!since) throw changedMeanwhile(current, now);
  return { ...fields, ...since };
}
