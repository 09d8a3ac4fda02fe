import { z } from 'zod';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import type { Scorer } from './scorer.ts';
import { listSampledRecords, type RecordKey } from './scoring.queries.ts';
import { storeScores, type ChangedPassages, type ScoredRecord } from './scoring.store.ts';

const SCORING_JOB = 'scoring.records';
/** Behind all others: a device may deliver what it has kept for weeks. */
const PRIORITY = 10;
/** Judged, stored and told at once. */
const RECORDS_AT_ONCE = 60;

/** Scores records later, when the batch in which their samples came is stored and acknowledged. */
export async function planScoring(change: Change, { records }: DomainEvents['waveforms-stored']): Promise<void> {
  await change.enqueue({ name: SCORING_JOB, payload: { records }, priority: PRIORITY });
}

async function tellConsoles(change: Change, changed: readonly ChangedPassages[]): Promise<void> {
  const reader = { scope: change.scope, db: change.db };
  for (const { uid, groupId, endsOfSnip } of changed) {
    for (const passage of await listPassagesEndingAt(reader, uid, endsOfSnip)) {
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
  await database.change(systemOrigin('scoring'), async (change) => tellConsoles(change, await storeScores(change, scored)));
}

const payload = z.object({
  records: z.array(z.object({ uid: z.number(), endOfSnipAt: z.number(), kind: z.number() })),
});

/** A second time changes nothing and tells nobody. */
export function createScoringJobs(database: Database, scorer: Scorer): Job[] {
  return [
    defineJob(SCORING_JOB, payload, async ({ records }) => {
      for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
        await scoreRecords(database, scorer, records.slice(from, from + RECORDS_AT_ONCE));
      }
    }),
  ];
}
