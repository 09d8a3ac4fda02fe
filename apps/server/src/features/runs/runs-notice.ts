import type { RunUpdateName } from '@waymark/contract/events/runs';
import { writeRunChange, type RunChangeText } from '@waymark/contract/runs/run-change';
import { writeRunUpdate } from '@waymark/contract/runs/run-names';
import type { CompanyId, RunId } from '@waymark/domain/ids';
import type { Run } from '@waymark/domain/run/run';
import type { Change } from '../../platform/database/change.ts';

// Notifies every node after commit: which run to read again, and in which company the visible runs changed.

export const RUNS_CHANNEL = 'waymark_runs';
export const FOLLOWERS_CHANNEL = 'waymark_run_followers';

/** Makes every node read the run again. */
export const noticeRun = (change: Change, runId: RunId): Promise<void> => change.notify(RUNS_CHANNEL, String(runId));

/** Makes every node that does not know these revisions read the runs again. */
export const noticeRuns = (change: Change, runs: readonly Pick<Run, 'runId' | 'rev'>[]): Promise<void> =>
  change.notifyAll(
    RUNS_CHANNEL,
    [...new Map(runs.map(({ runId, rev }) => [runId, rev]))].map(([runId, rev]) => `${runId} ${rev}`),
  );

export interface RunNotice {
  readonly runId: RunId;
  /** null: the run must be read in any case. */
  readonly rev: number | null;
}

export function readRunNotice(payload: string): RunNotice {
  const [runId, rev] = payload.split(' ').map(Number);
  return { runId: runId ?? 0, rev: rev ?? null };
}

/** Makes every node re-evaluate which runs and devices the users of the company may follow. */
export const noticeFollowers = (change: Change, groupId: CompanyId): Promise<void> =>
  change.notify(FOLLOWERS_CHANNEL, String(groupId));

/** Larger changes are left out of the event: consoles read the run instead. */
const MOST_PUSHED_CHARACTERS = 64 * 1024;

interface ChangedRun {
  /** null: the run is new. */
  readonly before: Run | null;
  readonly after: Run;
  readonly message: RunUpdateName;
  /** UTC milliseconds. */
  readonly now: number;
}

/**
 * What has changed, if every follower of the run may read it and it is not too large.
 * Viewers follow too: they may read neither completed runs nor the notification rules of others.
 */
function writePushedChange({ before, after, now }: ChangedRun): { readonly change?: RunChangeText } {
  if (after.completedAt !== null) return {};
  // Consoles do not keep completed runs, so one that is active again is sent whole.
  const change = writeRunChange(before?.completedAt === null ? before : null, after, now);
  const hasRules = change.text.pigPath !== undefined && after.path.notifications.length > 0;
  return hasRules || JSON.stringify(change).length > MOST_PUSHED_CHARACTERS ? {} : { change };
}

export function pushRun(change: Change, changed: ChangedRun): void {
  const { runId, groupId, rev } = changed.after;
  change.push(
    'ReceivePigRunUpdate',
    { groupId, runId },
    writeRunUpdate({ runId, messageName: changed.message, rev, ...writePushedChange(changed) }),
  );
}
