import { readRun } from '@waymark/contract/runs/read-run';
import { callApi } from '#/api/client.ts';
import { isApiError } from '#/api/api-error.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import type { Failure, FlowEvent, FlowState } from './flow.ts';

async function readArrivedRun(runId: number): Promise<FlowEvent> {
  const {
    launchAt,
    completedAt: receivedAt,
    path,
  } = readRun(await callApi('GET /pigrun/:runId', { params: { runId } }));
  return { type: 'run-read', run: { launchAt, receivedAt, uids: path.agms } };
}

async function readSession(sessionId: number): Promise<FlowEvent> {
  const detail = await callApi('GET /pigrun/GetDownloadRecordedPassageDataRequestDetail/:sessionId', {
    params: { sessionId },
  });
  return {
    type: 'session-read',
    uids: [...new Set(detail.downloadRecordedPassageDataSessionRequestList.map(({ uId }) => uId))],
  };
}

/** Starts the call of a state; null: the state waits for the user, or for nothing. */
export function callFor(state: FlowState): Promise<FlowEvent> | null {
  switch (state.step) {
    case 'reading-run':
      return readArrivedRun(state.runId);
    case 'validating':
      return callApi('POST /pigrun/ValidateDownloadRecordedPassageDataRequest', { body: state.request }).then(
        (reply) => ({ type: 'validated', reply }),
      );
    case 'reading-session':
      return readSession(state.open.sessionId);
    case 'resuming':
      return callApi('POST /pigrun/ResumeDownloadRecordedPassageDataRequest/:sessionId', {
        params: { sessionId: state.sessionId },
      }).then(() => ({ type: 'resumed' }));
    case 'ending':
      return callApi('GET /pigrun/EndDownloadRecordedPassageDataSession/:sessionId', {
        params: { sessionId: state.sessionId },
      }).then(() => ({ type: 'ended' }));
    case 'checking-firmware': {
      const { uidList } = state.request;
      return callApi('POST /pigrun/ValidateDownloadRecordedPassageDataRequestFirmware', { body: { uidList } }).then(
        (reply) => ({ type: 'firmware-checked', reply }),
      );
    }
    case 'requesting':
      return callApi('POST /pigrun/DownloadRecordedPassageDataRequest', { body: state.request }).then((sessionId) => ({
        type: 'requested',
        sessionId,
      }));
    case 'idle':
    case 'asking':
    case 'started':
    case 'telling':
      return null;
  }
}

export function toFailure(thrown: unknown): Failure {
  return { ...toShownError(thrown), code: isApiError(thrown) ? thrown.code : '' };
}
