import { findCommandFault } from '@waymark/commands/commands';
import { z } from 'zod';
import { lockDevice } from '../../platform/access/device-access.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { planStreamStop, STOP_AFTER_MS, STREAM_STOP_JOB, type LeftStream } from '../streaming/streaming.api.ts';
import { listHeardUids } from '../streaming/streaming.queries.ts';
import { isStreaming, listTargets } from './commands.queries.ts';
import { auditQueued } from './commands.service.ts';
import { enqueueCommands } from './queue.store.ts';

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

const left = z.object({ uid: z.number(), leftAt: z.number() });

/** Runs for each device half a minute after its last listener of a node has gone. `now` answers UTC milliseconds. */
export function createStreamStopJobs(database: Database, now: () => number = Date.now): Job[] {
  return [
    defineJob(STREAM_STOP_JOB, left, (stream) =>
      database.change(systemOrigin('stream'), (change) => stopLeftStream(change, stream, now())),
    ),
  ];
}
