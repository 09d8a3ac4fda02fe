import { findBroadcastFault } from '@waymark/domain/command/broadcast';
import type { BroadcastCode } from '@waymark/domain/command/broadcast-codes';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findRun } from '../runs/runs.queries.ts';
import { sendBroadcast, type SentBroadcast } from './send-broadcast.ts';

interface RunBroadcast {
  readonly runId: number;
  readonly commandList: readonly BroadcastCode[];
}

/** To the devices that watched a completed run; what is downloaded lies between its launch and its receive. */
export async function createRunBroadcast(
  database: Database,
  origin: ChangeOrigin,
  { runId, commandList: codes }: RunBroadcast,
  now: number,
): Promise<SentBroadcast> {
  return database.change(origin, async (change) => {
    const run = await findRun({ scope: change.scope, db: change.db }, runId);
    if (!run) throw problem('run-not-found');
    const {
      groupId,
      launchAt: startAt,
      recieveAt: endAt,
      path: { agms: uids },
    } = run;
    if (endAt === null) throw problem('run-not-completed');
    const window = codes.includes('RFD') && startAt !== null ? { startAt, endAt } : null;
    const fault = findBroadcastFault({ uids, codes, window });
    if (fault !== null) throw problem('broadcast-invalid', { detail: fault });
    return sendBroadcast(change, { groupId, uids, codes, window, source: 'run', occasion: { runId } }, now);
  });
}
