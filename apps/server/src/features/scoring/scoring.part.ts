import type { RunId } from '@waymark/domain/ids';
import { z } from 'zod';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/part.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { endBacklog, moveBacklog } from './backlog.store.ts';
import { findBacklog, listUnscored } from './backlog.queries.ts';
import { Scorer } from './scorer.ts';
import { RUN_JOB, SCORING_JOB } from './scoring.api.ts';
import { listPassagesOfRun, listRecordsOf, listSampledRecords, type RecordKey } from './scoring.queries.ts';
import { storeScores, type ChangedPassages, type ScoredRecord } from './scoring.store.ts';

const BACKLOG_JOB = 'scoring.backlog';
const BACKLOG_PRIORITY = 20;
/** Scored, stored and announced at once. */
const RECORDS_AT_ONCE = 60;
/** Then other jobs have their turn. */
const BACKLOG_AT_ONCE = 600;

async function enqueueBacklog(change: Change): Promise<void> {
  await change.enqueue({ name: BACKLOG_JOB, payload: {}, key: BACKLOG_JOB, priority: BACKLOG_PRIORITY });
}

/** At the start: scores records from before the introduction of scores, once per installation. */
export async function planBacklog(database: Database): Promise<void> {
  if (await findBacklog(database.read(systemScope('scoring'))))
    await database.change(systemOrigin('scoring'), enqueueBacklog);
}

async function tellConsoles(change: Change, changed: readonly ChangedPassages[]): Promise<void> {
  const reader = { scope: change.scope, db: change.db };
  for (const { uid, groupId, endsOfSnip } of changed) {
    for (const passage of await listPassagesEndingAt(reader, { uid, groupId }, endsOfSnip)) {
      const passageIds = [passage.elfId, passage.geoId, passage.magId].filter((id) => id !== null);
      change.push('ReceivePassageUpdate', { groupId, uid }, { uid, passageIds, passage });
    }
  }
}

async function scoreRecords(database: Database, scorer: Scorer, keys: readonly RecordKey[]): Promise<void> {
  const records = await listSampledRecords(database.read(systemScope('scoring')), keys);
  if (records.length === 0) return;
  const scores = await scorer.score(records);
  const scored = records.flatMap(({ uid, endOfSnipAt, kind }, index): ScoredRecord[] => {
    const ofRecord = scores[index];
    return ofRecord ? [{ uid, endOfSnipAt, kind, scores: ofRecord }] : [];
  });
  if (scored.length === 0) return;
  await database.change(systemOrigin('scoring'), async (change) =>
    tellConsoles(change, await storeScores(change, scored)),
  );
}

async function scoreAll(database: Database, scorer: Scorer, records: readonly RecordKey[]): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    await scoreRecords(database, scorer, records.slice(from, from + RECORDS_AT_ONCE));
  }
}

async function scoreRun(database: Database, scorer: Scorer, runId: RunId): Promise<void> {
  const reader = database.read(systemScope('scoring'));
  await scoreAll(database, scorer, await listRecordsOf(reader, await listPassagesOfRun(reader, runId)));
}

async function scoreBacklog(database: Database, scorer: Scorer): Promise<void> {
  const reader = database.read(systemScope('scoring'));
  const from = await findBacklog(reader);
  if (!from) return;
  const records = await listUnscored(reader, from, BACKLOG_AT_ONCE);
  await scoreAll(database, scorer, records);
  const last = records.length < BACKLOG_AT_ONCE ? undefined : records.at(-1);
  await database.change(systemOrigin('scoring'), async (change) => {
    if (!last) return endBacklog(change);
    await moveBacklog(change, last);
    return enqueueBacklog(change);
  });
}

const recordsPayload = z.object({
  records: z.array(z.object({ uid: z.number(), endOfSnipAt: z.number(), kind: z.number() })),
});

/** Repeating a job changes nothing and notifies no console. */
function createScoringJobs(database: Database, scorer: Scorer): Job[] {
  return [
    defineJob(SCORING_JOB, recordsPayload, ({ records }) => scoreAll(database, scorer, records)),
    defineJob(RUN_JOB, z.object({ runId: z.number() }), ({ runId }) => scoreRun(database, scorer, runId)),
    defineJob(BACKLOG_JOB, z.object({}), () => scoreBacklog(database, scorer)),
  ];
}

export function createScoringPart({ database, closing }: Context) {
  const scorer = new Scorer();
  closing.add('scoring', () => scorer.close());
  return { jobs: createScoringJobs(database, scorer), start: () => planBacklog(database) };
}
