import type { CompanyId, RunId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

// Notifies every node after commit: which run to read again, and in which company the visible runs changed.

export const RUNS_CHANNEL = 'waymark_runs';
export const FOLLOWERS_CHANNEL = 'waymark_run_followers';

export const noticeRun = (change: Change, runId: RunId): Promise<void> => change.notify(RUNS_CHANNEL, String(runId));

/** Makes every node re-evaluate which runs and devices the users of the company may follow. */
export const noticeFollowers = (change: Change, groupId: CompanyId): Promise<void> =>
  change.notify(FOLLOWERS_CHANNEL, String(groupId));
