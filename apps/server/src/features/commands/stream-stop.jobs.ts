import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { STREAM_STOP_JOB } from '../streaming/streaming.api.ts';
import { stopLeftStream } from './stream-stop.ts';

const left = z.object({ uid: z.number(), leftAt: z.number() });

/** Runs for each device half a minute after its last listener of a node has gone. `now` answers UTC milliseconds. */
export function createStreamStopJobs(database: Database, now: () => number = Date.now): Job[] {
  return [
    defineJob(STREAM_STOP_JOB, left, (stream) =>
      database.change(systemOrigin('stream'), (change) => stopLeftStream(change, stream, now())),
    ),
  ];
}
