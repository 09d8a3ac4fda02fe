import { writeAuditedName } from '@waymark/contract/runs/read-path';
import { writeRunUpdate } from '@waymark/contract/runs/run-names';
import type { PigRunText, SentRun } from '@waymark/contract/runs/pig-run';
import { writeRun } from '@waymark/contract/runs/write-run';
import type { CompanyId, RunId } from '@waymark/domain/ids';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { settlePath } from '@waymark/domain/path/settle-path';
import { linkNearby } from '@waymark/domain/run/changes/link';
import { CLOCKS_DIFFER_MS, findNewLaunchFault } from '@waymark/domain/run/time-rules';
import { DEFAULT_UNITS } from '@waymark/domain/units/system';
import { describeNewLaunchFault, describePathFault } from '@waymark/domain/words/refusals';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { findForeignMember } from '../users/company-members.queries.ts';
import { listPlaces } from './device-places.queries.ts';
import { lockRun, readerOfAll } from './lock-run.ts';
import { noticeFollowers, noticeRun, pushRun } from './runs-notice.ts';
import { findRun, hasActiveRunOnPath, isPigInActiveRun, listRuns } from './runs.queries.ts';
import { deleteRun, lockPathForRun, lockUsers, insertRun } from './runs.store.ts';
import { readRunTexts } from './runs.wire.ts';
import * as broadcast from '../broadcast/broadcast.api.ts';
import * as outbox from '../outbox/outbox.api.ts';

const SECOND_MS = 1000;
/** Launch times travel in whole seconds. */
export const floorToSecond = (at: number) => Math.floor(at / SECOND_MS) * SECOND_MS;

export async function readRuns(
  reader: Reader,
  filter: Parameters<typeof listRuns>[1],
  now: number,
): Promise<PigRunText[]> {
  return (await listRuns(reader, filter)).map((run) => writeRun(run, now));
}

export async function readRun(reader: Reader, runId: RunId, now: number): Promise<PigRunText> {
  const run = await findRun(reader, runId);
  if (!run) throw problem('run-not-found');
  return writeRun(run, now);
}

/** Reads the posted copy of the path with its markers and applies the same rules as for a saved path. */
function readPath(sent: SentRun): PigPath {
  const { path, markers } = readRunTexts(sent);
  const settled = settlePath({ ...path, markers });
  if (!settled.ok)
    throw problem(
      'run-invalid',
      described((t) => describePathFault(settled.failure, DEFAULT_UNITS, t)),
    );
  return settled.value;
}

/** Locks the company's runs and the path; refuses devices or users of other companies in the copy. */
async function lockPlan(change: Change, path: PigPath): Promise<number> {
  const reader = { scope: change.scope, db: change.db };
  const groupId = await lockPathForRun(change, path.pathId);
  if (groupId === null) throw problem('run-invalid', { detail: 'There is no such pig path.' });
  await lockUsers(change, path.notifications);
  const fault = await findForeignMember(reader, path, { groupId });
  if (fault !== null) throw problem('run-invalid', { detail: fault });
  return groupId;
}

/** Launches a run and returns its id. */
export async function launchRun(database: Database, origin: ChangeOrigin, sent: SentRun, now: number): Promise<number> {
  const planned = readPath(sent);
  const { launchTime, pig } = sent;
  const fault = findNewLaunchFault(launchTime, now + CLOCKS_DIFFER_MS);
  if (launchTime === null || fault !== null)
    throw problem('run-invalid', { detail: fault === null ? undefined : describeNewLaunchFault(fault) });
  const launchAt = floorToSecond(launchTime);
  return database.change(origin, async (change) => {
    const reader = { scope: change.scope, db: change.db };
    const groupId = await lockPlan(change, planned);
    if (await hasActiveRunOnPath(reader, planned.pathId)) throw problem('path-in-use');
    if (await isPigInActiveRun(reader, groupId, pig)) throw problem('pig-in-use');
    const devices = await listPlaces(readerOfAll(change), { ...planned, groupId });
    const path = { ...planned, markers: linkNearby(planned.markers, devices, await findLinkDistance(change, groupId)) };
    const runId = await insertRun(change, { groupId, pathId: path.pathId, path, pig, launchAt });
    if (runId === null) throw problem('pig-in-use');
    const run = await findRun(readerOfAll(change), runId);
    if (!run) throw problem('run-not-found');
    await change.raise('runs-changed', { changes: [{ before: null, after: run, passages: [], at: now }] });
    const launch = { pathId: path.pathId, event: 'LaunchEvent', uids: path.agms, window: null } as const;
    await broadcast.firePathFlags(change, launch, now);
    await change.audit({
      action: 'run-launched',
      objectType: 'run',
      objectId: runId,
      groupId,
      after: { pathId: path.pathId, ...writeAuditedName(path.name), pig, launchTime: new Date(launchAt).toISOString() },
    });
    pushRun(change, { before: null, after: run, message: 'RunCreated', now });
    await noticeRun(change, runId);
    await noticeFollowers(change, groupId);
    return runId;
  });
}

async function findLinkDistance(change: Change, groupId: CompanyId): Promise<number> {
  const group = await change.db
    .selectFrom('groups')
    .select('auto_link_distance_m')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  return group.auto_link_distance_m;
}

/** Cancels an active run or deletes a completed one; the passages of the devices stay. */
export async function removeRun(database: Database, origin: ChangeOrigin, runId: RunId): Promise<void> {
  await database.change(origin, async (change) => {
    const { groupId, completedAt, path, pig, launchAt } = await lockRun(change, runId);
    await outbox.dropUnsentOfRun(change, runId);
    await deleteRun(change, runId);
    await change.audit({
      action: completedAt === null ? 'run-cancelled' : 'run-deleted',
      objectType: 'run',
      objectId: runId,
      groupId,
      before: {
        ...writeAuditedName(path.name),
        pig,
        launchTime: launchAt === null ? null : new Date(launchAt).toISOString(),
      },
    });
    change.push('ReceivePigRunUpdate', { groupId, runId }, writeRunUpdate({ runId, messageName: 'RunDeleted' }));
    await noticeRun(change, runId);
    await noticeFollowers(change, groupId);
  });
}
