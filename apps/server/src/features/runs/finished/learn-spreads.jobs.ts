import { LEAST_RUNS, learnSpreads, listErrors, type ArrivalError } from '@waymark/domain/run/estimate/learn-spreads';
import type { Run } from '@waymark/domain/run/run';
import type { OwnSpreads } from '@waymark/domain/run/estimate/spread';
import { setImmediate } from 'node:timers/promises';
import type { CompanyId } from '@waymark/domain/ids';
import { z } from 'zod';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Change } from '../../../platform/database/change.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { defineJob, type Job } from '../../../platform/jobs/job.ts';
import type { Log } from '../../../platform/log.ts';
import { findRuns } from '../runs.queries.ts';

// Every night the server learns arrival errors from each company's completed runs, once there are enough of them. Active runs
// use the new spreads from their next read.

const LEARNING_JOB = 'runs.learn-spreads';
/** Only the newest runs count, because lines and pigs change. */
const MOST_RUNS = 200;
const RUNS_PER_READ = 10;

async function listLearningCompanies({ db }: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('pig_runs')
    .select('group_id')
    .where('completed_at', 'is not', null)
    .groupBy('group_id')
    .having(({ fn }) => fn.countAll<number>(), '>=', LEAST_RUNS)
    .orderBy('group_id')
    .execute();
  return rows.map(({ group_id: groupId }) => groupId);
}

async function listNewest({ db }: Reader, groupId: CompanyId): Promise<number[]> {
  const rows = await db
    .selectFrom('pig_runs')
    .select('id')
    .where('group_id', '=', groupId)
    .where('completed_at', 'is not', null)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute();
  return rows.map(({ id }) => id);
}

/** A run whose estimate fails contributes nothing and does not stop the others. */
function estimateErrors(run: Run, log: Log): ArrivalError[] {
  try {
    return listErrors(run);
  } catch (error) {
    log.warn({ err: error, runId: run.runId }, 'estimating a completed run failed; it is left out of learning');
    return [];
  }
}

async function learn(reader: Reader, log: Log, groupId: CompanyId): Promise<OwnSpreads | null> {
  const runIds = await listNewest(reader, groupId);
  const errors: ArrivalError[][] = [];
  for (let from = 0; from < runIds.length; from += RUNS_PER_READ) {
    for (const run of await findRuns(reader, runIds.slice(from, from + RUNS_PER_READ))) {
      errors.push(estimateErrors(run, log));
      // A long run takes milliseconds: let other events run in between.
      await setImmediate();
    }
  }
  return learnSpreads(errors);
}

async function storeSpreads({ db }: Change, groupId: CompanyId, spreads: OwnSpreads): Promise<void> {
  const learned = { spreads: JSON.stringify(spreads), learned_at: new Date() };
  await db
    .insertInto('run_spreads')
    .values({ group_id: groupId, ...learned })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet(learned))
    .execute();
}

async function learnAll(database: Database, log: Log): Promise<void> {
  const reader = database.read(systemScope('arrivals of completed runs'));
  const learned = new Map<number, OwnSpreads>();
  for (const groupId of await listLearningCompanies(reader)) {
    const spreads = await learn(reader, log, groupId);
    if (spreads) learned.set(groupId, spreads);
  }
  await database.change(systemOrigin('arrivals of completed runs'), async (change) => {
    // A company without enough runs any more loses its spreads.
    await change.db
      .deleteFrom('run_spreads')
      .$if(learned.size > 0, (query) => query.where('group_id', 'not in', [...learned.keys()]))
      .execute();
    for (const [groupId, spreads] of learned) await storeSpreads(change, groupId, spreads);
  });
}

export function createSpreadsJobs(database: Database, log: Log): Job[] {
  return [defineJob(LEARNING_JOB, z.object({}), () => learnAll(database, log))];
}

export const SPREADS_CRONTAB = [{ at: '47 2 * * *', job: LEARNING_JOB }] as const;
