import { findBroadcastFault } from '@waymark/commands/broadcast';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import type { RunId } from '@waymark/domain/ids';
import type { ChangeOrigin } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { problem } from '../../../platform/http/problem.ts';
import { findRun } from '../runs.queries.ts';
import * as broadcast from '../../broadcast/broadcast.api.ts';

interface RunBroadcast {
  readonly runId: RunId;
  readonly commandList: readonly BroadcastCode[];
}

/** Enqueues commands for the devices of a completed run; downloads cover the time from launch to receive. */
export async function createRunBroadcast(
  database: Database,
  origin: ChangeOrigin,
  { runId, commandList: codes }: RunBroadcast,
  now: number,
): Promise<broadcast.SentBroadcast> {
  return database.change(origin, async (change) => {
    const run = await findRun({ scope: change.scope, db: change.db }, runId);
    if (!run) throw problem('run-not-found');
    const {
      groupId,
      launchAt: startAt,
      completedAt: endAt,
      path: { agms: uids },
    } = run;
    if (endAt === null) throw problem('run-not-completed');
    const window = codes.includes('RFD') && startAt !== null ? { startAt, endAt } : null;
    const fault = findBroadcastFault({ uids, codes, window });
    if (fault !== null) throw problem('broadcast-invalid', { detail: fault });
    return broadcast.send(change, { groupId, uids, codes, window, source: 'run', occasion: { runId } }, now);
  });
}
