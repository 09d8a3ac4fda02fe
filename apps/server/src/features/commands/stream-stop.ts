import { findCommandFault } from '@waymark/commands/commands';
import type { Change } from '../../platform/database/change.ts';
import { lockDevice } from '../../platform/access/device-access.ts';
import { planStreamStop, STOP_AFTER_MS, type LeftStream } from '../streaming/streaming.api.ts';
import { listHeardUids } from '../streaming/streaming.queries.ts';
import { listTargets } from './commands.queries.ts';
import { auditQueued } from './commands.service.ts';
import { enqueueCommands } from './queue.store.ts';
import { isStreaming } from './stream-stop.queries.ts';

// The server stops a stream without listeners when no dialog did: a viewer may not send commands, and a crashed tab cannot.

/** When the job starts later than this, the server was down: consoles have not reconnected yet. */
const HELD_UP_MS = 30_000;

const type = 'StreamEnable';
const parameters = { streamEnabled: false };

/** Queues the stop of a stream without listeners. The lock on the device keeps two nodes from queueing it twice. */
export async function stopLeftStream(change: Change, { uid, leftAt }: LeftStream, now: number): Promise<void> {
  if (now - leftAt > STOP_AFTER_MS + HELD_UP_MS) return planStreamStop(change, { uid, leftAt: now });
  const reader = { scope: change.scope, db: change.db };
  if (!(await lockDevice(reader, uid))) return;
  const [target] = await listTargets(reader, [uid]);
  const isHeard = (await listHeardUids(reader, [uid])).has(uid);
  if (!target || isHeard || !(await isStreaming(reader, uid))) return;
  if (
    findCommandFault(type, parameters, { firmwareVersion: target.firmware_version, isIridium: target.is_iridium }) !==
    null
  )
    return;
  const draft = { uid, groupId: target.group_id, type, parameters, timeStampSent: now, expiresAt: null } as const;
  await auditQueued(change, await enqueueCommands(change, [draft], { source: 'stream' }));
}
