import { findCommandFault } from '@waymark/domain/command/faults';
import type { Change } from '../../platform/database/change.ts';
import { lockDevice } from '../devices/devices.queries.ts';
import { listHeardUids } from '../streaming/streaming.queries.ts';
import { listTargets } from './commands.queries.ts';
import { auditQueued } from './commands.service.ts';
import { storeCommands } from './queue.store.ts';
import { isStreaming } from './stream-stop.queries.ts';

// A device to which nobody listens any more is told to stop, where no dialog has done so: a viewer may not, a crashed tab cannot.

export const STREAM_STOP_JOB = 'commands.stream-stop';

const STOP_AFTER_MS = 30_000;
/** A job that is later than this was held up with the server: who listened has yet to come back. */
const HELD_UP_MS = 30_000;

const type = 'StreamEnable';
const parameters = { streamEnabled: false };

export interface LeftStream {
  readonly uid: number;
  /** UTC milliseconds. */
  readonly leftAt: number;
}

async function plan(change: Change, { uid, leftAt }: LeftStream): Promise<void> {
  const runAt = new Date(leftAt + STOP_AFTER_MS);
  await change.enqueue({ name: STREAM_STOP_JOB, payload: { uid, leftAt }, key: `${STREAM_STOP_JOB}/${uid}`, runAt });
}

/** Looks later whether anybody listens again. */
export async function planStreamStops(change: Change, { uids }: { readonly uids: readonly number[] }): Promise<void> {
  const leftAt = Date.now();
  for (const uid of uids) await plan(change, { uid, leftAt });
}

/** Queues the stop of a stream that nobody listens to. The device's row keeps two nodes from doing so at once. */
export async function stopLeftStream(change: Change, { uid, leftAt }: LeftStream, now: number): Promise<void> {
  if (now - leftAt > STOP_AFTER_MS + HELD_UP_MS) return plan(change, { uid, leftAt: now });
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
  await auditQueued(change, await storeCommands(change, [draft], { source: 'stream' }));
}
