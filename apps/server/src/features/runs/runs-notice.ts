import type { Change } from '../../platform/database/change.ts';

// Tells every node, once the change has committed, which run to read again, and whose company sees other runs than before.

export const RUNS_CHANNEL = 'waymark_runs';
export const FOLLOWERS_CHANNEL = 'waymark_run_followers';

export const noticeRun = (change: Change, runId: number): Promise<void> => change.notify(RUNS_CHANNEL, String(runId));

/** Who follows which runs and devices of the company is no longer what it was. */
export const noticeFollowers = (change: Change, groupId: number): Promise<void> =>
  change.notify(FOLLOWERS_CHANNEL, String(groupId));
