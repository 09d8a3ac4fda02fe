import type { CompanyId, RunId } from '@waymark/domain/ids';
import type { Run } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';
import { findGroupOfRun, findRun } from './runs.queries.ts';

/**
 * Locks the runs of a company until the change ends. Every change of a run, or of the run of a passage, acquires this lock
 * before any other, so that simultaneous changes by users and devices are serialised.
 */
export async function lockRunsOf(change: Change, groupId: CompanyId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('runs', ${groupId}))`.execute(change.db);
}

/** Reads with system scope: a change needs every rule and passage, also those that the caller may not see. */
export const readerOfAll = (change: Change) => ({ scope: systemScope('runs'), db: change.db });

/** Locks a run that the caller may see until the change ends. */
export async function lockRun(change: Change, runId: RunId): Promise<Run> {
  const groupId = await findGroupOfRun({ scope: change.scope, db: change.db }, runId);
  if (groupId === null) throw problem('run-not-found');
  await lockRunsOf(change, groupId);
  const run = await findRun(readerOfAll(change), runId);
  if (!run) throw problem('run-not-found');
  return run;
}

/** Locks a run that is still active. */
export async function lockActiveRun(change: Change, runId: RunId): Promise<Run> {
  const run = await lockRun(change, runId);
  if (run.completedAt !== null) throw problem('run-completed');
  return run;
}
