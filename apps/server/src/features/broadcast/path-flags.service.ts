import { PATH_FLAGS, type PathEvent, type PathFlag, type PathFlags } from '@waymark/commands/broadcast-codes';
import { clearNowFlags, findPathFlagFault, listCodesOfEvent, NO_FLAGS } from '@waymark/commands/path-flags';
import type { FileWindow } from '@waymark/commands/windows';
import type { CompanyId, PathId, Uid } from '@waymark/domain/ids';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findPath, listDevicesOfPath } from './path-flags.queries.ts';
import { lockPath, storeFlags } from './path-flags.store.ts';
import { sendBroadcast, type SentBroadcast } from './send-broadcast.ts';

const listOn = (flags: PathFlags) => PATH_FLAGS.filter((flag) => flags[flag]);
const readOn = (on: readonly PathFlag[] | null): PathFlags => ({
  ...NO_FLAGS,
  ...Object.fromEntries((on ?? []).map((flag) => [flag, true])),
});

async function requirePath(reader: Reader, pathId: PathId) {
  const path = await findPath(reader, pathId);
  if (!path) throw problem('path-not-found');
  return { groupId: path.group_id, flags: readOn(path.flags) };
}

/** Locks the path before its flags are changed or fired. */
async function lockFlags(change: Change, pathId: PathId) {
  if (!(await lockPath(change, pathId))) throw problem('path-not-found');
  return requirePath({ scope: change.scope, db: change.db }, pathId);
}

export async function readPathFlags(reader: Reader, pathId: PathId): Promise<PathFlags> {
  return (await requirePath(reader, pathId)).flags;
}

async function changeFlags(
  change: Change,
  pathId: PathId,
  { groupId, flags: before }: { readonly groupId: CompanyId; readonly flags: PathFlags },
  after: PathFlags,
): Promise<void> {
  await storeFlags(change, pathId, listOn(after));
  await change.audit({
    action: 'path-flags-saved',
    objectType: 'path',
    objectId: pathId,
    groupId,
    before: listOn(before),
    after: listOn(after),
  });
}

export async function savePathFlags(
  database: Database,
  origin: ChangeOrigin,
  pathId: PathId,
  flags: PathFlags,
): Promise<void> {
  await database.change(origin, async (change) => {
    const locked = await lockFlags(change, pathId);
    const fault = findPathFlagFault(flags);
    if (fault !== null) throw problem('broadcast-invalid', { detail: fault });
    await changeFlags(change, pathId, locked, flags);
  });
}

/** A launch, a receive, or a user's *Now*, on a pig path. */
export interface PathOccasion {
  readonly pathId: PathId;
  readonly event: PathEvent;
  /** The devices that watch the line at this event. */
  readonly uids: readonly Uid[];
  /** From launch to receive, once both are known: downloads cover it. */
  readonly window: FileWindow | null;
}

/** Queues the commands that the flags of the path choose for an event. */
export async function firePathFlags(
  change: Change,
  { pathId, event, uids, window }: PathOccasion,
  now: number,
): Promise<SentBroadcast> {
  const { groupId, flags } = await lockFlags(change, pathId);
  return sendBroadcast(
    change,
    { groupId, uids, codes: listCodesOfEvent(flags, event), window, source: 'path', occasion: { pathId, event } },
    now,
  );
}

/** Fires the *Now* flags once and clears them. */
export async function fireNowFlags(
  database: Database,
  origin: ChangeOrigin,
  pathId: PathId,
  now: number,
): Promise<SentBroadcast> {
  return database.change(origin, async (change) => {
    const locked = await lockFlags(change, pathId);
    if (listCodesOfEvent(locked.flags, 'NowEvent').length === 0) return { queued: 0, broadcastId: null, failed: [] };
    const uids = await listDevicesOfPath({ scope: change.scope, db: change.db }, pathId);
    const sent = await firePathFlags(change, { pathId, event: 'NowEvent', uids, window: null }, now);
    await changeFlags(change, pathId, locked, clearNowFlags(locked.flags));
    return sent;
  });
}
