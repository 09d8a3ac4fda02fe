import type { Run } from '@waymark/domain/run/run';
import { z } from 'zod';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { linkPassages, type Courses, type HeardPassage } from './link-passage.ts';
import { LinkQueue } from './link-queue.ts';
import { readerOfAll } from './lock-run.ts';
import { deviceKey } from './run-passages.queries.ts';
import { listRunsOfPassages, listWatching } from './runs.queries.ts';

const LINK_JOB = 'runs.link-passages';
/** Queued by versions up to 1.0, one job for each passage. */
const OLD_LINK_JOB = 'runs.link-passage';
/** Runs before all other jobs, because crews wait for the pig. */
const PRIORITY = -10;

/** Enqueues linking as a job, so that a lock on a run never blocks storing the device's message. */
export async function planLinking(change: Change, { passages }: DomainEvents['passages-stored']): Promise<void> {
  const reader = readerOfAll(change);
  const heard = passages.flatMap(({ records: [first], isFirst }): HeardPassage[] =>
    first ? [{ uid: first.uid, groupId: first.groupId, endOfSnipAt: first.endOfSnipAt, isFirst }] : [],
  );
  const watching = await listWatching(
    reader,
    heard.map(({ uid }) => uid),
  );
  const isWatching = ({ uid, groupId }: HeardPassage) => watching.get(uid) === groupId;
  const inRuns = await listRunsOfPassages(
    reader,
    heard.filter((each) => !each.isFirst && !isWatching(each)),
  );
  const wanted = heard.filter((each) => isWatching(each) || inRuns.has(deviceKey(each)));
  for (const [groupId, ofCompany] of Map.groupBy(wanted, (each) => each.groupId)) {
    await change.enqueue({ name: LINK_JOB, payload: { groupId, passages: ofCompany }, priority: PRIORITY });
  }
}

const passage = z.object({ uid: z.number(), groupId: z.number(), endOfSnipAt: z.number(), isFirst: z.boolean() });
const payload = z.object({ groupId: z.number(), passages: z.array(passage) });

/** The runs that this node keeps in memory. */
interface KnownRuns extends Courses {
  adopt(runs: readonly Run[]): void;
}

export function createLinkingJobs(database: Database, runs: KnownRuns, now: () => number): Job[] {
  const queue = new LinkQueue(async (groupId, passages) => {
    const changed = await database.change(systemOrigin('passages of runs'), (change) =>
      linkPassages(change, groupId, passages, { courses: runs, now: now() }),
    );
    runs.adopt(changed);
  });
  return [
    defineJob(LINK_JOB, payload, ({ passages }) => queue.add(passages)),
    defineJob(OLD_LINK_JOB, passage, (heard) => queue.add([heard])),
  ];
}
