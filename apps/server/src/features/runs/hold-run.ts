import type { Run } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';
import { findGroupOfRun, findRun } from './runs.queries.ts';

/**
 * Keeps the runs of a company until the change ends. Everything that changes a run, or which run a passage is in, holds them
 * first and anything else after: what two people and a passage do in the same second happens one after the other.
 */
export async function holdRunsOf(change: Change, groupId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('runs', ${groupId}))`.execute(change.db);
}

/** Every rule and passage, whoever asks. */
export const readerOfAll = (change: Change) => ({ scope: systemScope('runs'), db: change.db });

/** A run that the caller may see, kept as it is until the change ends. */
export async function holdRun(change: Change, runId: number): Promise<Run> {
  const groupId = await findGroupOfRun({ scope: change.scope, db: change.db }, runId);
  if (groupId === null) throw problem('run-not-found');
  await holdRunsOf(change, groupId);
  const run = await findRun(readerOfAll(change), runId);
  if (!run) throw problem('run-not-found');
  return run;
}

/** The same, which is still on its way. */
export async function holdActiveRun(change: Change, runId: number): Promise<Run> {
  const run = await holdRun(change, runId);
  if (run.recieveAt !== null) throw problem('run-completed');
  return run;
}
