import { readTimes, type TimesText } from '@waymark/contract/runs/run-names';
import type { SentFinishedRun } from '@waymark/contract/routes/finished-runs';
import { PHASES } from '@waymark/contract/runs/pig-run';
import { endRun } from '@waymark/domain/run/changes/changes';
import { correctTimes, readTyped, type RunTimes } from '@waymark/domain/run/changes/finished';
import type { Run } from '@waymark/domain/run/run';
import { CLOCKS_DIFFER_MS } from '@waymark/domain/run/time-rules';
import { formatUtcSecond, parseUtc } from '@waymark/domain/time/utc';
import { describeTimesFault } from '@waymark/domain/words/refusals';
import type { Change } from '../../../platform/database/change.ts';
import { problem } from '../../../platform/http/problem.ts';
import { allowed, changeRun } from '../change-run.ts';
import { lockRun } from '../lock-run.ts';
import { merged, readBase, type Edits } from '../read-base.ts';
import * as broadcast from '../../broadcast/broadcast.api.ts';

// The same route both ends an active run and corrects the times of a completed one.

/** Accepts every time format that programs send and truncates it to the second. */
function toTyped(text: string | null): string {
  const written = parseUtc(text ?? '');
  return written.ok ? formatUtcSecond(written.value) : (text ?? '');
}

function readPosted({ launchTime, receiveTime }: TimesText): RunTimes {
  const read = readTyped({ launch: toTyped(launchTime), receive: toTyped(receiveTime) });
  if (!read.ok) throw problem('run-invalid', { detail: describeTimesFault(read.failure) });
  return read.value;
}

/** Reads the receive time only: ending a run does not change its launch. */
const readReceive = (sent: SentFinishedRun, { launchAt }: Run) =>
  readPosted({ ...readTimes(sent), launchTime: formatUtcSecond(launchAt ?? 0) }).completedAt;

async function end(change: Change, current: Run, completedAt: number, now: number): Promise<void> {
  const ended = { ...allowed(endRun(current, completedAt, now + CLOCKS_DIFFER_MS)), endedAt: now };
  await changeRun(change, current, ended, { action: 'run-ended', message: 'RunCompleted', now });
  const { launchAt, path } = ended;
  const window = launchAt === null ? null : { startAt: launchAt, endAt: completedAt };
  // The path itself may have been deleted.
  if (path.pathId <= 0) return;
  const receive = { pathId: path.pathId, event: 'ReceiveEvent', uids: path.agms, window } as const;
  await broadcast.firePathFlags(change, receive, now);
}

const readAt = (field: unknown) => (typeof field === 'number' ? field : null);

async function correct(change: Change, current: Run, sent: SentFinishedRun, now: number): Promise<void> {
  const posted = readPosted(readTimes(sent));
  const { launch, completedAt } = await readBase(change, current, sent.rev, now);
  const base = { launchAt: readAt(launch), completedAt: readAt(completedAt) };
  const next = merged(correctTimes({ current, base, posted, now }), current, now);
  await changeRun(change, current, next, { action: 'run-times-changed', message: 'RunUpdated', now });
}

/** Ends an active run. A completed run is corrected only if the caller posts it as completed; otherwise the call fails. */
export async function finishRun({ database, origin, now }: Edits, sent: SentFinishedRun): Promise<number> {
  return database.change(origin, async (change) => {
    const current = await lockRun(change, sent.runId);
    if (current.completedAt === null) await end(change, current, readReceive(sent, current), now);
    else if (sent.Phase === PHASES.completed) await correct(change, current, sent, now);
    else throw problem('run-completed');
    return current.runId;
  });
}
