import { readTimes } from '@waymark/contract/runs/run-names';
import type { SentRun } from '@waymark/contract/runs/pig-run';
import type { RunId } from '@waymark/domain/ids';
import type { Marker } from '@waymark/domain/path/marker';
import { changeDevices, changePassageTime, changeRules, removePassage } from '@waymark/domain/run/changes/changes';
import { mergeMarkersOfViewer, mergeRun } from '@waymark/domain/run/changes/merge';
import { isManual, passageKey, type PigEdit, type Run } from '@waymark/domain/run/run';
import { linkNearby } from '@waymark/domain/run/changes/link';
import type { Change } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';
import { findForeignMember } from '../users/company-members.queries.ts';
import { allowed, changeRun } from './change-run.ts';
import { listPlaces } from './device-places.queries.ts';
import { lockActiveRun, lockRun, readerOfAll } from './lock-run.ts';
import { merged, readBase, type Edits } from './read-base.ts';
import { floorToSecond } from './runs.service.ts';
import { addToViewerMarkers, countViewerMarkers, lockUsers } from './runs.store.ts';
import { readPathText, readRunTexts } from './runs.wire.ts';

// Edits of a run by users.

function readEdit(sent: SentRun, now: number): PigEdit | null {
  const { IsEdit, EditPigLocLat: lat, EditPigLocLon: lon, NewSpeed: speed } = sent;
  if (!IsEdit) return null;
  if (lat === null) throw problem('run-invalid', { detail: 'Valid Lat value is required' });
  if (lon === null) throw problem('run-invalid', { detail: 'Valid Lon value is required' });
  return { at: floorToSecond(sent.PigEditTime ?? now), place: { lat, lon }, speed };
}

/** Links the markers of an active run to their devices again after its path has changed. */
async function relinkDevices(change: Change, before: Run, run: Run): Promise<Run> {
  if (run.path === before.path || run.completedAt !== null) return run;
  const devices = await listPlaces(readerOfAll(change), { ...run.path, groupId: run.groupId });
  return { ...run, path: { ...run.path, markers: linkNearby(run.path.markers, devices, run.auto.linkDistanceM) } };
}

/** Viewers may only add markers; their other changes are ignored. */
async function addViewerMarkers(change: Change, current: Run, markers: readonly Marker[], now: number): Promise<void> {
  const next = merged(
    mergeMarkersOfViewer(current, markers, await countViewerMarkers(change, current.runId)),
    current,
    now,
  );
  await addToViewerMarkers(change, current.runId, next.path.markers.length - current.path.markers.length);
  await changeRun(change, current, next, { action: 'run-markers-added', message: 'RunUpdated', now });
}

/** Merges the client's changes into an active run. */
export async function updateRun({ database, origin, now }: Edits, sent: SentRun): Promise<number> {
  const { markers, passages } = readRunTexts(sent);
  return database.change(origin, async (change) => {
    const current = await lockActiveRun(change, sent.runId);
    if (change.scope.kind === 'viewer') {
      await addViewerMarkers(change, current, markers, now);
      return current.runId;
    }
    if (readTimes(sent).receiveTime !== null)
      throw problem('run-invalid', { detail: 'A run is ended by /finished/pigrun/add/.' });
    const posted = {
      launchAt: sent.launchTime === null ? null : floorToSecond(sent.launchTime),
      completedAt: null,
      edit: readEdit(sent, now),
      jobNumber: sent.jobNumber,
      path: { markers },
      passages,
    };
    const base = await readBase(change, current, sent.rev, now);
    const next = await relinkDevices(change, current, merged(mergeRun({ current, base, posted, now }), current, now));
    await changeRun(change, current, next, { action: 'run-changed', message: 'RunUpdated', now });
    return current.runId;
  });
}

async function checkMembers(
  change: Change,
  run: Run,
  path: Pick<Run['path'], 'agms' | 'notifications'>,
): Promise<void> {
  await lockUsers(change, path.notifications);
  const fault = await findForeignMember({ scope: change.scope, db: change.db }, path, {
    groupId: run.groupId,
    past: run.path.agms,
  });
  if (fault !== null) throw problem('run-invalid', { detail: fault });
}

/** Replaces the devices of an active or a completed run. */
export async function updateAgms({ database, origin, now }: Edits, runId: RunId, pathText: string): Promise<number> {
  const { agms, offlineAgms } = readPathText(pathText);
  return database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    await checkMembers(change, current, { agms, notifications: [] });
    const next = await relinkDevices(change, current, changeDevices(current, { agms, offlineAgms }));
    await changeRun(change, current, next, { action: 'run-agms-changed', message: 'AgmsUpdated', now });
    return runId;
  });
}

export async function updateNotifications(
  { database, origin, now }: Edits,
  runId: RunId,
  pathText: string,
): Promise<number> {
  const { notifications } = readPathText(pathText);
  return database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    await checkMembers(change, current, { agms: [], notifications });
    if (new Set(notifications.map(({ userId }) => userId)).size < notifications.length) {
      throw problem('run-invalid', { detail: 'Each user has at most one notification.' });
    }
    await changeRun(change, current, changeRules(current, notifications), {
      action: 'run-notifications-changed',
      message: 'NotificationsUpdated',
      now,
    });
    return runId;
  });
}

function findManualPassage(run: Run, at: number): string {
  const found = run.passages.find((passage) => isManual(passage) && passage.passageAt === floorToSecond(at));
  if (!found) throw problem('passage-not-found');
  return passageKey(found);
}

export async function deleteManualPassage(
  { database, origin, now }: Edits,
  runId: RunId,
  passageAt: number,
): Promise<void> {
  await database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    const next = allowed(removePassage(current, findManualPassage(current, passageAt)));
    await changeRun(change, current, next, { action: 'run-passage-deleted', message: 'RunUpdated', now });
  });
}

/** Moves a manual passage to another time. */
export async function updateManualPassage(
  { database, origin, now }: Edits,
  runId: RunId,
  passageAt: number,
  newAt: number,
): Promise<void> {
  await database.change(origin, async (change) => {
    const current = await lockRun(change, runId);
    const key = findManualPassage(current, passageAt);
    const next = allowed(changePassageTime(current, key, floorToSecond(newAt), now), 'passage-time-refused');
    await changeRun(change, current, next, { action: 'run-passage-time-changed', message: 'PassageTimeUpdated', now });
  });
}
