import { addManualPassage, movePassage, unverifyPassage, verifyPassage } from '@waymark/domain/run/changes/changes';
import { passageIdOf, passageKey, type RunPassage } from '@waymark/domain/run/run';
import { findVerifyFault } from '@waymark/domain/run/time-rules';
import { formatUtcDatabase, formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { describeMarkerFault } from '@waymark/domain/words/refusals';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { callForRun, changeRun, readServerNow, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { findTracked } from '#/features/runs/runs-store.ts';
import { t } from '#/language/t.ts';

// Actions on the passages of a run. An action that the rules refuse is not sent.

/** Its device and its record; null: a user has set it. */
function recordOf(passage: RunPassage): { readonly uid: number; readonly passageId: number } | null {
  const passageId = passageIdOf(passage);
  return passage.uid === null || passageId === null ? null : { uid: passage.uid, passageId };
}

/** Reason why the rules refuse a verification; null: they allow it. Taking a verification back is always allowed. */
export function explainVerify(runId: number, passage: RunPassage): string | null {
  const run = findTracked(runId)?.run;
  const fault = run && !passage.isVerified ? findVerifyFault(run, passage, readServerNow()) : null;
  return fault ? describeMarkerFault(fault, t) : null;
}

export async function setRunVerified(runId: number, passage: RunPassage, isVerified: boolean): Promise<void> {
  const record = recordOf(passage);
  const key = passageKey(passage);
  if (!record)
    return changeRun(runId, (run, now) => (isVerified ? verifyPassage(run, key, now) : unverifyPassage(run, key)));
  const flag = isVerified ? 'true' : 'false';
  return callForRun(runId, UPDATE_FAILURE, () =>
    callApi('GET /apexagm/verifyPassage/:uid/:passageId/:flag', { params: { ...record, flag } }),
  );
}

/** The server refuses the change if the passage's time is no longer the one that the user has seen. */
export async function setRunPassageTime(runId: number, passage: RunPassage, at: number): Promise<void> {
  const record = recordOf(passage);
  const newPassageTime = formatUtcDatabase(at);
  await callForRun(runId, UPDATE_FAILURE, () =>
    record
      ? callApi('POST /apexagm/passage/:uid/:passageId/updatetimestamp', {
          params: record,
          body: { newPassageTime, expectedPassageTimeStamp: formatUtcMillisecond(passage.passageAt) },
        })
      : callApi('POST /pigrun/UpdateManualPassage', {
          body: { runId, passageTimeStamp: formatUtcSecond(passage.passageAt), newPassageTime },
        }),
  );
}

export async function deleteManual(runId: number, { passageAt }: RunPassage): Promise<void> {
  const body = { runId, passageTimeStamp: formatUtcSecond(passageAt) };
  await callForRun(runId, UPDATE_FAILURE, () => callApi('POST /pigrun/DeleteManualPassage', { body }));
}

/** A failed notification of users is only logged. */
export async function addManual(runId: number, markerName: string, at: number): Promise<void> {
  await changeRun(runId, (run, now) => addManualPassage(run, markerName, at, now));
  await callApi('POST /pigrun/triggermanualalert', { body: { markerName, pigRunId: runId } }).catch(logFailure);
}

export async function addToMarker(runId: number, passage: RunPassage, markerName: string): Promise<void> {
  await changeRun(runId, (run, now) => movePassage(run, passageKey(passage), markerName, now));
}
