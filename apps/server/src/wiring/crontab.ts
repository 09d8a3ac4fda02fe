import { OUTBOX_CRONTAB } from '../features/outbox/outbox.worker.ts';
import { OUTBOX_TIDY_CRONTAB } from '../features/outbox/outbox-tidy.jobs.ts';
import { SESSION_CRONTAB } from '../features/session/session.jobs.ts';
import { RECORDS_CRONTAB } from '../features/records/records.jobs.ts';
import { DOWNLOADS_CRONTAB } from '../features/downloads/downloads.jobs.ts';
import { SPREADS_CRONTAB } from '../features/runs/finished/learn-spreads.jobs.ts';
import { ERROR_LOG_CRONTAB } from '../features/audit/error-log.jobs.ts';
import type { CrontabEntry } from '../platform/jobs/crontab.ts';

/** What the server does by the clock. */
export const CRONTAB: readonly CrontabEntry[] = [
  ...OUTBOX_CRONTAB,
  ...OUTBOX_TIDY_CRONTAB,
  ...SESSION_CRONTAB,
  ...RECORDS_CRONTAB,
  ...DOWNLOADS_CRONTAB,
  ...SPREADS_CRONTAB,
  ...ERROR_LOG_CRONTAB,
];
