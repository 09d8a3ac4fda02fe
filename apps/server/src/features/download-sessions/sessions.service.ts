import { formatUtcDatabase, formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import * as commands from '../commands/commands.api.ts';
import { listTargets } from '../commands/commands.queries.ts';
import * as downloads from '../downloads/downloads.api.ts';
import { findSession, listRowsOfSession } from '../downloads/downloads.queries.ts';
import { planDownloads } from './plan-downloads.ts';
import { resetRequests, endSession, leaveSession, stopAsking } from './sessions.store.ts';

const idsOf = (each: readonly downloads.LockedDownload[]) => each.map(({ id }) => id);

async function expectSession(reader: Reader, id: number) {
  const session = await findSession(reader, id);
  if (!session) throw problem('download-not-found');
  return session;
}

export async function readSession(reader: Reader, id: number) {
  const session = await expectSession(reader, id);
  const write = (at: Date) => formatUtcSecond(at.getTime());
  return {
    downloadRecordedPassageDataSessionRequestList: (await listRowsOfSession(reader, id)).map(downloads.writeRow),
    sessionId: session.id,
    name: session.user_name,
    createdDate: formatUtcDatabase(session.created_at.getTime()),
    launchDate: write(session.launch_at),
    receiveDate: write(session.receive_at),
    endedDate: session.is_open ? null : write(session.ended_at ?? session.last_done_at ?? session.created_at),
    failed: session.failed,
  };
}

type Ending = 'download-ended' | 'download-cancelled';

/** Deletes the commands that no device has received yet. */
async function recallCommands(change: Change, sessionId: number): Promise<void> {
  const rows = await listRowsOfSession({ scope: change.scope, db: change.db }, sessionId);
  const untaken = rows.filter((row) => row.state === 'QC' && row.accepted_at === null && row.refused_at === null);
  await commands.deleteUnanswered(
    change,
    untaken.map(({ command_id: id }) => id),
  );
}

/** Ends a session; repeating it changes nothing. Received data stays, and data that still arrives is stored. */
async function closeSession(database: Database, origin: ChangeOrigin, id: number, action: Ending): Promise<void> {
  await database.change(origin, async (change) => {
    const session = await expectSession({ scope: change.scope, db: change.db }, id);
    if (!session.is_open) return;
    if (action === 'download-cancelled') await recallCommands(change, id);
    const unfinished = await downloads.lockUnfinished(change, id);
    await stopAsking(change, idsOf(unfinished));
    if (!(await endSession(change, id))) return;
    await change.audit({ action, objectType: 'download-session', objectId: id, groupId: session.group_id });
    await downloads.notifyConsoles(change, idsOf(unfinished));
  });
}

export const endDownload = (database: Database, origin: ChangeOrigin, id: number) =>
  closeSession(database, origin, id, 'download-ended');

/** Ends a session and deletes its commands that no device has received yet. */
export const cancelDownload = (database: Database, origin: ChangeOrigin, id: number) =>
  closeSession(database, origin, id, 'download-cancelled');

/** Queues a new command for each refused download, over the present link of its device. */
async function requeue(
  change: Change,
  sessionId: number,
  refused: readonly downloads.LockedDownload[],
  now: number,
): Promise<void> {
  if (refused.length === 0) return;
  const reader = { scope: change.scope, db: change.db };
  const targets = new Map(
    (await listTargets(reader, [...new Set(refused.map(({ uid }) => uid))])).map((target) => [target.uid, target]),
  );
  for (const download of refused) {
    const target = targets.get(download.uid);
    const { drafts } = target ? await planDownloads(reader, [target], download, now) : { drafts: [] };
    if (drafts.length === 0) continue;
    await leaveSession(change, [download.id]);
    await commands.enqueue(change, drafts, { source: 'download', downloadSessionId: sessionId });
  }
}

/** Requests the missing data again; earlier requests no longer count towards the limit. */
export async function resumeDownload(database: Database, origin: ChangeOrigin, id: number, now: number): Promise<void> {
  await database.change(origin, async (change) => {
    const session = await expectSession({ scope: change.scope, db: change.db }, id);
    const unfinished = await downloads.lockUnfinished(change, id);
    if (!session.is_open) throw problem('download-not-found', { detail: 'This session has ended.' });
    const accepted = unfinished.filter(({ isAccepted, isRefused }) => isAccepted && !isRefused);
    await resetRequests(change, idsOf(accepted));
    await downloads.notifyWishes(
      change,
      accepted.filter(({ isSatellite }) => !isSatellite).map(({ uid }) => uid),
    );
    await requeue(
      change,
      id,
      unfinished.filter(({ isRefused }) => isRefused),
      now,
    );
    await change.audit({
      action: 'download-resumed',
      objectType: 'download-session',
      objectId: id,
      groupId: session.group_id,
    });
    await downloads.notifyConsoles(change, idsOf(accepted));
  });
}
