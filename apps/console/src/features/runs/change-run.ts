import { writeRun } from '@waymark/contract/runs/write-run';
import type { RunChange } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { describeRunRefusal } from '@waymark/domain/words/refusals';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { callHub } from '#/live/live.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import type { RunText } from './runs.data.ts';
import { loadRuns, reloadRun } from './runs.loading.ts';
import { findRevision, findTracked, useRuns } from './runs-store.ts';

export const UPDATE_FAILURE = t('Unable to update Pig Run');
export const NOTIFICATIONS_FAILURE = t('Unable to update Pig Run notifications');

/** The server's time now, UTC milliseconds. */
export const readServerNow = (): number => Date.now() + useServerClock.getState().offsetMs;

/** The failure in the words of the requirements, with its reason. */
export function toFailure(what: string, error: unknown): Error {
  const { message, logId } = toShownError(error);
  return Object.assign(new Error(`${what}. ${message}`, { cause: error }), logId === undefined ? {} : { logId });
}

/** Reloads the runs, because the server's state is unknown after a failure. */
async function fail(what: string, error: unknown): Promise<never> {
  logFailure(error);
  await loadRuns().catch(logFailure);
  throw toFailure(what, error);
}

const EVENT_PATIENCE_MS = 2000;

/** Waits for the event with this revision of the run; false: it does not come. */
async function hearRevision(runId: number, rev: number): Promise<boolean> {
  const isHeard = () => (findRevision(runId) ?? 0) >= rev;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = useRuns.subscribe(() => isHeard() && resolve(true));
  const timer = setTimeout(() => resolve(isHeard()), isHeard() ? 0 : EVENT_PATIENCE_MS);
  const answer = await promise;
  stop();
  clearTimeout(timer);
  return answer;
}

/** Notifies other features and waits until the console has the changed run: by its event, or else by a reload. */
export async function settleRun(runId: number): Promise<void> {
  const answer = await callHub('SendPigRunUpdate', runId);
  const rev = 'ok' in answer ? answer.rev : undefined;
  if (rev === undefined || !(await hearRevision(runId, rev))) await reloadRun(runId);
}

/** Changes a run by a change of the domain package: if the rules refuse it, throws their message and sends nothing. */
export async function changeRun(runId: number, change: (run: Run, now: number) => RunChange): Promise<void> {
  const tracked = findTracked(runId);
  if (!tracked) throw new Error(UPDATE_FAILURE);
  const now = readServerNow();
  const outcome = change(tracked.run, now);
  if (!outcome.ok) throw new Error(describeRunRefusal(outcome.failure, t));
  try {
    await callApi('POST /pigrun/add/', { body: writeRun(outcome.value, now) });
    await settleRun(runId);
  } catch (error) {
    await fail(UPDATE_FAILURE, error);
  }
}

/** For changes with their own call: ends, devices, notifications, passages. */
export async function callForRun(
  runId: number,
  what: string,
  call: (text: RunText) => Promise<unknown>,
): Promise<void> {
  const tracked = findTracked(runId);
  if (!tracked) throw new Error(what);
  try {
    await call(tracked.text);
    await settleRun(runId);
  } catch (error) {
    await fail(what, error);
  }
}
