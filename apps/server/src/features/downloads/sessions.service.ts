import { formatUtcDatabase, formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listTargets } from '../commands/commands.queries.ts';
import { notifyWishes } from './downloads-notice.ts';
import { findSession, listRowsOfSession } from './downloads.queries.ts';
import { writeRow } from './downloads.wire.ts';
import { holdUnfinished, type HeldDownload } from './hold-downloads.store.ts';
import { planDownloads } from './plan-downloads.ts';
import { askAnew, endSession, leaveSession, stopAsking } from './sessions.store.ts';
import { tellDownloads } from './tell-downloads.ts';

const idsOf = (downloads: readonly HeldDownload[]) => downloads.map(({ id }) => id);

async function expectSession(reader: Reader, id: number) {
  const session = await findSession(reader, id);
  if (!session) throw problem('download-not-found');
  return session;
}

export async function readSession(reader: Reader, id: number) {
  const session = await expectSession(reader, id);
  const write = (at: Date) => formatUtcSecond(at.getTime());
  return {
    downloadRecordedPassageDataSessionRequestList: (await listRowsOfSession(reader, id)).map(writeRow),
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

/** Deletes the commands that no device has taken yet. */
async function recallCommands(change: Change, sessionId: number): Promise<void> {
  const rows = await listRowsOfSession({ scope: change.scope, db: change.db }, sessionId);
  const untaken = rows.filter((row) => row.state === 'QC' && row.accepted_at === null && row.refused_at === null);
  await change.raise('commands-unwanted', { ids: untaken.map(({ command_id: commandId }) => commandId) });
}

/** Ends a session; a second time changes nothing. What has come is kept, and what still comes is kept too. */
async function closeSession(database: Database, origin: ChangeOrigin, id: number, action: Ending): Promise<void> {
  await database.change(origin, async (change) => {
    const session = await expectSession({ scope: change.scope, db: change.db }, id);
    if (!session.is_open) return;
    if (action === 'download-cancelled') await recallCommands(change, id);
    const unfinished = await holdUnfinished(change, id);
    await stopAsking(change, idsOf(unfinished));
    if (!(await endSession(change, id))) return;
    await change.audit({ action, objectType: 'download-session', objectId: id, groupId: session.group_id });
    await tellDownloads(change, idsOf(unfinished));
  });
}

export const endDownload = (database: Database, origin: ChangeOrigin, id: number) =>
  closeSession(database, origin, id, 'download-ended');

/** Ends it, and deletes its commands that no device has taken yet. */
export const cancelDownload = (database: Database, origin: ChangeOrigin, id: number) =>
  closeSession(database, origin, id, 'download-cancelled');

/** Those whose command came to nothing get a new one, over the link that their device has now. */
async function queueAnew(
  change: Change,
  sessionId: number,
  refused: readonly HeldDownload[],
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
    await change.raise('commands-wanted', { drafts, origin: { source: 'download', downloadSessionId: sessionId } });
  }
}

/** Asks again for what has not come; how often it was asked for before does not count any more. */
export async function resumeDownload(database: Database, origin: ChangeOrigin, id: number, now: number): Promise<void> {
  await database.change(origin, async (change) => {
    const session = await expectSession({ scope: change.scope, db: change.db }, id);
    const unfinished = await holdUnfinished(change, id);
    if (!session.is_open) throw problem('download-not-found', { detail: 'This session has ended.' });
    const accepted = unfinished.filter(({ isAccepted, isRefused }) => isAccepted && !isRefused);
    await askAnew(change, idsOf(accepted));
    await notifyWishes(
      change,
      accepted.filter(({ isSatellite }) => !isSatellite).map(({ uid }) => uid),
    );
    await queueAnew(
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
    await tellDownloads(change, idsOf(accepted));
  });
}
