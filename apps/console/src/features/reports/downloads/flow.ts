import type { ReplyAt } from '#/api/address.ts';
import { t } from '#/language/t.ts';
import type { ShownError } from '#/ui/state/shown-error.ts';
import {
  checkChoice,
  readArrivedRun,
  VALIDATION_TITLE,
  type ArrivedRun,
  type DownloadChoice,
  type DownloadRequest,
  type Message,
} from './choice.view.ts';
import { describeOldFirmware, describeReportException, describeServiceException } from './flow-words.view.ts';

// The state machine from a click to a session, without the calls: the present question or call, and the next state.

type Validation = ReplyAt<'POST /pigrun/ValidateDownloadRecordedPassageDataRequest'>;
type Firmware = ReplyAt<'POST /pigrun/ValidateDownloadRecordedPassageDataRequestFirmware'>;

export interface OpenSession {
  readonly sessionId: number;
  readonly name: string;
  readonly createdDate: string;
  readonly uids: readonly number[];
}

interface Asking {
  readonly request: DownloadRequest;
  /** The server has refused the start once, because of a change since the check. */
  readonly isSecond: boolean;
}

export type FlowState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading-run'; readonly runId: number }
  | ({ readonly step: 'validating' } & Asking)
  | ({ readonly step: 'reading-session'; readonly open: Omit<OpenSession, 'uids'> } & Asking)
  | ({ readonly step: 'asking'; readonly open: OpenSession } & Asking)
  | { readonly step: 'resuming'; readonly sessionId: number }
  | ({ readonly step: 'ending'; readonly sessionId: number } & Asking)
  | ({ readonly step: 'checking-firmware' } & Asking)
  | ({ readonly step: 'requesting' } & Asking)
  | { readonly step: 'started'; readonly sessionId: number }
  | { readonly step: 'telling'; readonly message: Message };

export type Answer = 'cancel' | 'resume' | 'ok';

export interface Failure extends ShownError {
  /** The problem's code; empty if the server did not answer with a problem. */
  readonly code: string;
}

export type FlowEvent =
  | { readonly type: 'begun'; readonly choice: DownloadChoice }
  | { readonly type: 'run-read'; readonly run: ArrivedRun }
  | { readonly type: 'validated'; readonly reply: Validation }
  | { readonly type: 'session-read'; readonly uids: readonly number[] }
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'resumed' }
  | { readonly type: 'ended' }
  | { readonly type: 'firmware-checked'; readonly reply: Firmware }
  | { readonly type: 'requested'; readonly sessionId: number }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'dismissed' };

export const IDLE: FlowState = { step: 'idle' };

const tell = (message: Message): FlowState => ({ step: 'telling', message });
const validate = (request: DownloadRequest, isSecond = false): FlowState => ({ step: 'validating', request, isSecond });

/** No question is open and no call pending. */
export const isAtRest = ({ step }: FlowState): boolean => step === 'idle' || step === 'started' || step === 'telling';

function begin(choice: DownloadChoice): FlowState {
  const checked = checkChoice(choice);
  if ('message' in checked) return tell(checked.message);
  return 'runId' in checked.value ? { step: 'reading-run', runId: checked.value.runId } : validate(checked.value);
}

function takeRun(run: ArrivedRun): FlowState {
  const read = readArrivedRun(run);
  return 'message' in read ? tell(read.message) : validate(read.value);
}

function takeValidation({ request, isSecond }: Asking, reply: Validation): FlowState {
  const { isValidRequest, name, createdDate, downloadRecordedPassageDataSessionId: sessionId } = reply;
  if (isValidRequest) return { step: 'checking-firmware', request, isSecond };
  if (sessionId === null)
    return tell({ title: VALIDATION_TITLE, text: t('One of the AGMs is in a download session that is still open.') });
  return {
    step: 'reading-session',
    request,
    isSecond,
    open: { sessionId, name: name ?? '', createdDate: createdDate ?? '' },
  };
}

function takeAnswer(
  { request, isSecond, open: { sessionId } }: Extract<FlowState, { step: 'asking' }>,
  answer: Answer,
): FlowState {
  switch (answer) {
    case 'cancel':
      return IDLE;
    case 'resume':
      return { step: 'resuming', sessionId };
    case 'ok':
      return { step: 'ending', request, isSecond, sessionId };
  }
}

function takeFailure(state: FlowState, failure: Failure): FlowState {
  if (failure.code === 'download-invalid' || failure.code === 'download-firmware')
    return tell({ title: VALIDATION_TITLE, text: failure.message });
  if (state.step === 'resuming') return tell(describeServiceException(failure));
  // Another user has opened a session since the check: one more question, but only once.
  if (state.step === 'requesting' && !state.isSecond && failure.code === 'download-open')
    return validate(state.request, true);
  // The open session has ended meanwhile.
  if (state.step === 'reading-session' && !state.isSecond && failure.code === 'download-not-found')
    return validate(state.request, true);
  return tell(describeReportException(failure));
}

/** The next state; the same one if the event does not belong to it. */
export function stepFlow(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'begun':
      return isAtRest(state) ? begin(event.choice) : state;
    case 'run-read':
      return state.step === 'reading-run' ? takeRun(event.run) : state;
    case 'validated':
      return state.step === 'validating' ? takeValidation(state, event.reply) : state;
    case 'session-read':
      return state.step === 'reading-session'
        ? { ...state, step: 'asking', open: { ...state.open, uids: event.uids } }
        : state;
    case 'answered':
      return state.step === 'asking' ? takeAnswer(state, event.answer) : state;
    case 'resumed':
      return state.step === 'resuming' ? { step: 'started', sessionId: state.sessionId } : state;
    case 'ended':
      return state.step === 'ending' ? validate(state.request) : state;
    case 'firmware-checked': {
      if (state.step !== 'checking-firmware') return state;
      const { uidList: tooOld } = event.reply;
      const isAnyAble = tooOld.length < new Set(state.request.uidList).size;
      return isAnyAble ? { ...state, step: 'requesting' } : tell(describeOldFirmware(tooOld));
    }
    case 'requested':
      return state.step === 'requesting' ? { step: 'started', sessionId: event.sessionId } : state;
    case 'failed':
      return isAtRest(state) ? state : takeFailure(state, event.failure);
    case 'dismissed':
      return state.step === 'telling' ? IDLE : state;
  }
}
