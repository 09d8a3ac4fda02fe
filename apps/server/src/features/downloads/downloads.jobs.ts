import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { forgetDownloads } from './tidy.store.ts';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { completeDownloads } from './packets/complete-downloads.store.ts';
import { MOST_ASKS } from './download-rules.ts';
import { notifyWishes } from './news/downloads-notice.ts';
import { holdDue, type HeldDownload } from './hold-downloads.store.ts';
import { tellDownloads, tellUntold } from './news/tell-downloads.ts';

const idsOf = (downloads: readonly HeldDownload[]) => downloads.map(({ id }) => id);

/** Requests missing packets; above the request limit a download waits for its device to reconnect or a user to resume. */
async function askAgain(change: Change, silent: readonly HeldDownload[]): Promise<void> {
  const asked = silent.filter(({ asks, isEnded }) => asks < MOST_ASKS && !isEnded);
  await sql`update downloads set due_at = null, is_wanted = command_id = any(${writeArray(idsOf(asked))}::bigint[])
    where command_id = any(${writeArray(idsOf(silent))}::bigint[])`.execute(change.db);
}

async function renotify(change: Change): Promise<void> {
  const { rows } = await sql<{
    uid: Uid;
  }>`select distinct uid from downloads where state <> 'DC' and is_wanted`.execute(change.db);
  await notifyWishes(
    change,
    rows.map(({ uid }) => uid),
  );
}

/**
 * Handles due downloads: requests missing packets from a silent cellular device and completes satellite downloads.
 * This includes downloads that a dead node has left.
 */
export async function lookAfterDownloads(change: Change, now: number): Promise<void> {
  const due = await holdDue(change, now);
  await askAgain(
    change,
    due.filter(({ isSatellite }) => !isSatellite),
  );
  await completeDownloads(change, idsOf(due.filter(({ isSatellite }) => isSatellite)));
  await tellDownloads(change, idsOf(due));
  await renotify(change);
  await tellUntold(change);
}

const LOOK_JOB = 'downloads.look-after';
const TIDY_JOB = 'downloads.tidy';
const DAY_MS = 86_400_000;

/** Downloads are kept as long as passages; `now` answers UTC milliseconds. */
export function createDownloadsJobs(database: Database, passageDays: number, now: () => number = Date.now): Job[] {
  return [
    defineJob(LOOK_JOB, z.object({}), () =>
      database.change(systemOrigin('downloads'), (change) => lookAfterDownloads(change, now())),
    ),
    defineJob(TIDY_JOB, z.object({}), () =>
      database.change(systemOrigin('record tidying'), (change) =>
        forgetDownloads(change, now() - passageDays * DAY_MS),
      ),
    ),
  ];
}

export const DOWNLOADS_CRONTAB = [
  { at: '* * * * *', job: LOOK_JOB },
  { at: '43 2 * * *', job: TIDY_JOB },
] as const;
