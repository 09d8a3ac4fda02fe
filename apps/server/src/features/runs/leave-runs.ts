import { writeRunUpdate } from '@waymark/contract/runs/run-names';
import { describeWatching } from '@waymark/domain/words/server-refusals';
import type { Run } from '@waymark/domain/run/run';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { lockRunsOf, readerOfAll } from './lock-run.ts';
import { noticeFollowers, noticeRun } from './runs-notice.ts';
import { findRuns, listActiveRunsOfDevice } from './runs.queries.ts';
import { deleteRulesOfUser, forgetDevice, type RunOfUser } from './links.store.ts';

// Removes devices and users from runs when they leave the company.

const describeRun = ({ path, pig }: Run) => `${path.name} (${pig})`;

/** Locks the runs of the company and refuses to let a device leave that watches an active run. */
export async function lockRunsOfDevice(
  change: Change,
  { uid, groupId }: DomainEvents['device-leaving'],
): Promise<void> {
  await lockRunsOf(change, groupId);
  const reader = readerOfAll(change);
  const active = await findRuns(reader, await listActiveRunsOfDevice(reader, { uid, groupId }));
  if (active.length === 0) return;
  throw problem(
    'device-in-active-run',
    described((t) => describeWatching(uid, active.map(describeRun), t)),
  );
}

/** Completed runs keep the device's UID, which no longer references a device. */
export async function removeDeviceFromRuns(change: Change, device: DomainEvents['device-removed']): Promise<void> {
  await forgetDevice(change, device);
}

async function announce(change: Change, { runId, groupId }: RunOfUser): Promise<void> {
  change.push(
    'ReceivePigRunUpdate',
    { groupId, runId },
    writeRunUpdate({ runId, messageName: 'NotificationsUpdated' }),
  );
  await noticeRun(change, runId);
}

/** Deletes the user's notification rules in the runs of the company that they leave. */
export async function removeUserFromRuns(
  change: Change,
  { userId, groupId }: DomainEvents['user-leaving'],
): Promise<void> {
  const runs = await deleteRulesOfUser(change, userId, groupId);
  if (runs.length === 0) return;
  await change.auditAll(
    runs.map(({ runId }) => ({
      action: 'run-notifications-changed',
      objectType: 'run',
      objectId: runId,
      groupId,
      before: { userId },
      after: {},
    })),
  );
  for (const run of runs) if (run.isActive) await announce(change, run);
  await noticeFollowers(change, groupId);
}
