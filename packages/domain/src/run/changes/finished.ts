import { fail, succeed, type Result } from '../../result.ts';
import { parseTypedUtc } from '../../time/utc.ts';
import type { RunChange } from './changes.ts';
import type { MergeFailure } from './merge.ts';
import type { TimesFault } from '../refusal.ts';
import type { Run } from '../run.ts';

// Rules for correcting the times of a completed run. The checks run in this order.

export interface RunTimes {
  /** UTC milliseconds. */
  readonly launchAt: number;
  readonly completedAt: number;
}

export interface TypedTimes {
  readonly launch: string;
  readonly receive: string;
}

const isEmpty = (typed: string) => typed.trim() === '';

/**
 * The reason why a completed run cannot have these times; null: it can. Either time may equal that of a verified
 * passage (F-015, F-016).
 */
export function findTimesFault(
  { passages }: Pick<Run, 'passages'>,
  { launchAt, completedAt }: RunTimes,
  now: number,
): TimesFault | null {
  const verified = passages
    .filter(({ isVerified, markerName }) => isVerified && markerName !== null)
    .map(({ passageAt }) => passageAt);
  if (launchAt > now) return { of: 'launch', code: 'launch-in-future' };
  if (completedAt > now) return { of: 'receive', code: 'receive-in-future' };
  if (completedAt < launchAt) return { of: 'receive', code: 'receive-before-launch' };
  if (verified.some((at) => launchAt > at)) return { of: 'launch', code: 'launch-after-passage' };
  if (verified.some((at) => completedAt < at)) return { of: 'receive', code: 'receive-before-passage' };
  return null;
}

/** Parses the two times, or returns the fault in the texts. */
export function readTyped({ launch, receive }: TypedTimes): Result<RunTimes, TimesFault> {
  if (isEmpty(launch)) return fail({ of: 'launch', code: 'launch-empty' });
  if (isEmpty(receive)) return fail({ of: 'receive', code: 'receive-empty' });
  const [launchAt, completedAt] = [parseTypedUtc(launch), parseTypedUtc(receive)];
  if (!launchAt.ok) return fail({ of: 'launch', code: 'launch-unreadable' });
  if (!completedAt.ok) return fail({ of: 'receive', code: 'receive-unreadable' });
  return succeed({ launchAt: launchAt.value, completedAt: completedAt.value });
}

/** Parses and checks the times that a user has typed. */
export function readTimes(run: Pick<Run, 'passages'>, typed: TypedTimes, now: number): Result<RunTimes, TimesFault> {
  const read = readTyped(typed);
  const fault = read.ok ? findTimesFault(run, read.value, now) : null;
  return fault === null ? read : fail(fault);
}

interface Correction {
  readonly current: Run;
  /** The times that the user had read. */
  readonly base: Pick<Run, 'launchAt' | 'completedAt'>;
  readonly posted: RunTimes;
  readonly now: number;
}

const TIMES = ['launchAt', 'completedAt'] as const;

/**
 * Applies the times that the user has changed and leaves the others. A time that another user has changed meanwhile is
 * a conflict.
 */
export function correctTimes({ current, base, posted, now }: Correction): Result<Run, MergeFailure> {
  const changed = TIMES.filter((time) => posted[time] !== base[time] && posted[time] !== current[time]);
  if (changed.length === 0) return succeed(current);
  if (changed.some((time) => current[time] !== base[time])) return fail({ kind: 'conflict' });
  const of = (time: (typeof TIMES)[number]) =>
    changed.includes(time) ? posted[time] : (current[time] ?? posted[time]);
  const times = { launchAt: of('launchAt'), completedAt: of('completedAt') };
  const fault = findTimesFault(current, times, now);
  return fault === null
    ? succeed({ ...current, ...times })
    : fail({ kind: 'refused', refusal: { code: 'times-refused', fault } });
}

const REOPEN_WITHIN_MS = 24 * 3_600_000;

/** Whether a completed run was ended recently enough to go on. */
export const isReopenable = ({ completedAt, endedAt }: Pick<Run, 'completedAt' | 'endedAt'>, now: number): boolean =>
  completedAt !== null && now - (endedAt ?? -Infinity) <= REOPEN_WITHIN_MS;

/** Lets a run that was ended by mistake go on. `others` are the active runs of its company. */
export function reopenRun(run: Run, others: readonly Run[], now: number): RunChange {
  if (!isReopenable(run, now)) return fail({ code: 'reopen-too-late' });
  const pig = run.pig.toLowerCase();
  const withPig = others.find((other) => other.pig.toLowerCase() === pig);
  if (withPig) return fail({ code: 'reopen-pig-taken', pig: run.pig, runName: withPig.path.name });
  const onPath = others.find(({ path }) => path.pathId > 0 && path.pathId === run.path.pathId);
  if (onPath) return fail({ code: 'reopen-path-taken', pig: onPath.pig });
  const watched = new Set(run.path.agms);
  for (const { path, pig: otherPig } of others) {
    const uids = path.agms.filter((uid) => watched.has(uid));
    if (uids.length > 0) return fail({ code: 'reopen-devices-taken', uids, runName: path.name, pig: otherPig });
  }
  return succeed({ ...run, completedAt: null, endedAt: null });
}
