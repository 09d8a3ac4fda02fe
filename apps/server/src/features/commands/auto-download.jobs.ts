import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { AUTO_DOWNLOAD_JOB, requestMissingWaveforms } from './auto-download.ts';

const passage = z.object({
  uid: z.number(),
  groupId: z.number(),
  passageAt: z.number(),
  endOfSnipAt: z.number(),
  isOffline: z.boolean(),
});

/** Requests the missing waveforms of a passage; a repeated run does nothing. `now` answers UTC milliseconds. */
export function createAutoDownloadJobs(database: Database, now: () => number = Date.now): Job[] {
  return [
    defineJob(AUTO_DOWNLOAD_JOB, passage, (waiting) =>
      database.change(systemOrigin('auto-download'), (change) => requestMissingWaveforms(change, waiting, now())),
    ),
  ];
}
