import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { readerOfAll } from './lock-run.ts';
import { linkPassage, type Courses } from './link-passage.ts';
import { findRunOfPassage, listWatching } from './runs.queries.ts';

const LINK_JOB = 'runs.link-passage';
/** Runs before all other jobs, because crews wait for the pig. */
const PRIORITY = -10;

/** Enqueues linking as a job, so that a lock on a run never blocks storing the device's message. */
export async function planLinking(change: Change, { passages }: DomainEvents['passages-stored']): Promise<void> {
  const reader = readerOfAll(change);
  const watching = await listWatching(
    reader,
    passages.flatMap(({ records: [first] }) => first?.uid ?? []),
  );
  for (const {
    records: [first],
    isFirst,
  } of passages) {
    if (!first) continue;
    const { uid, groupId, endOfSnipAt } = first;
    const isInRun = async () => !isFirst && (await findRunOfPassage(reader, { uid, groupId, endOfSnipAt })) !== null;
    if (watching.get(uid) !== groupId && !(await isInRun())) continue;
    await change.enqueue({ name: LINK_JOB, payload: { uid, groupId, endOfSnipAt, isFirst }, priority: PRIORITY });
  }
}

const payload = z.object({ uid: z.number(), groupId: z.number(), endOfSnipAt: z.number(), isFirst: z.boolean() });

export function createLinkingJobs(database: Database, courses: Courses, now: () => number): Job[] {
  return [
    defineJob(LINK_JOB, payload, (passage) =>
      database.change(systemOrigin('passages of runs'), (change) =>
        linkPassage(change, passage, { courses, now: now() }),
      ),
    ),
  ];
}
