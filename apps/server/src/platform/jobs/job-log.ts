import { Logger, type Job as QueuedJob } from 'graphile-worker';
import type { Log } from '../log.ts';

function logFailure(log: Log, job: QueuedJob, error: unknown): void {
  const isLast = job.attempts >= job.max_attempts;
  const facts = { err: error, job: job.task_identifier, jobId: job.id, attempt: job.attempts };
  if (isLast) log.error(facts, 'a job failed at its last attempt and is not retried');
  else log.warn(facts, 'a job failed and will be retried');
}

/** Forwards the queue's own messages to our log: routine ones at debug, a failed job once. */
export function createJobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return logFailure(log, meta.job as QueuedJob, meta.error);
    if (level === 'error') return log.error({ err: meta?.error }, message);
    if (level === 'warning') return log.warn(message);
    return log.debug(message);
  });
}
