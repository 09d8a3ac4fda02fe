import type { Context } from '../../platform/part.ts';
import { createRecordsJobs, prepareMonths, RECORDS_CRONTAB } from './records.jobs.ts';
import type { Retention } from './retention.ts';

interface Options extends Context {
  readonly config: { readonly retention: Retention };
}

/** Creates the partitions of the current month before the first message arrives. */
export async function createRecordsPart({ database, partitions, metrics, config }: Options) {
  const records = { database, partitions, retention: config.retention, now: Date.now };
  await prepareMonths(records);
  metrics.watch('month_wait_seconds', 'For how long a month of records has been waiting to be made.', () => ({
    longest: partitions.waitingMs / 1000,
  }));
  return { jobs: createRecordsJobs(records), crontab: RECORDS_CRONTAB };
}
