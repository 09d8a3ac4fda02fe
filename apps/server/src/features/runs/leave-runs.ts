import { changeDevices } from '@waymark/domain/run/changes';
import type { Run } from '@waymark/domain/run/run';
import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { changeRun } from './change-run.ts';
import { holdRunsOf, readerOfAll } from './hold-run.ts';
import { noticeFollowers, noticeRun } from './runs-notice.ts';
import { findRuns, listActiveRunsOfDevice } from './runs.queries.ts';
import { deleteRulesOfUser, forgetDevice, type RunOfUser } from './links.store.ts';

// A device or a user that leaves the company leaves its runs too.

export async function holdRunsOfDevice(change: Change, { groupId }: DomainEvents['device-leaving']): Promise<void> {
  await holdRunsOf(change, groupId);
}

async function removeDevice(change: Change, run: Run, uid: number, now: number): Promise<void> {
  const { [String(uid)]: _place, ...offlineAgms } = run.path.offlineAgms;
  const next = changeDevices(run, { agms: run.path.agms.filter((each) => each !== uid), offlineAgms });
  await changeRun(change, run, next, { action: 'run-agms-changed', message: 'AgmsUpdated', now });
}

/** Active runs lose the device; completed ones keep its number, which links to nothing any more. */
export async function removeDeviceFromRuns(
  change: Change,
  { uid, groupId }: DomainEvents['device-removed'],
): Promise<void> {
  const reader = readerOfAll(change);
  const active = await findRuns(reader, await listActiveRunsOfDevice(reader, { uid, groupId }));
  for (const run of active) await removeDevice(change, run, uid, Date.now());
  await forgetDevice(change, { uid, groupId });
}

async function announce(change: Change, { runId, groupId }: RunOfUser): Promise<void> {
  change.push('ReceivePigRunUpdate', { groupId, runId }, { runId, messagegName: 'NotificationsUpdated' });
  await noticeRun(change, runId);
}

/** The runs of the old company notify the user no more. */
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
