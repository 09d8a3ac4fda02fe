import { useZone } from '#/ui/clock/zones.ts';
import { Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { readRun } from '@waymark/contract/runs/read-run';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Section } from '#/ui/sheet/Panel.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { listChosen } from '#/features/devices/choice/agm-choice.view.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { useReports } from '../reports-store.ts';
import type { DownloadChoice, Message } from './choice.view.ts';
import { showFiles, showSession, useDownloadWindows, type KeptSession } from './download-windows.ts';
import { describeSession } from './session.view.ts';
import { useKeptSession } from './use-kept-session.ts';
import { DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { describeOpenSession } from './flow-words.view.ts';
import {
  IDLE,
  isAtRest,
  stepFlow,
  type Answer,
  type OpenSession,
  type FlowEvent,
  type Failure,
  type FlowState,
} from './flow.ts';
import { logFailure, isApiError } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import styles from './Downloads.module.css';

function SessionItem({ kept }: { readonly kept: KeptSession }) {
  const { sessionId } = kept;
  const { query, isGone } = useKeptSession(kept);
  const zone = useZone();
  if (isGone) return null;
  return (
    <li>
      <span>
        {t('Session {sessionId}', { sessionId })}
        <span className={styles.far}>{query.data && describeSession(query.data, zone)}</span>
      </span>
      <Button
        size="tiny"
        aria-label={t('Progress of session {sessionId}', { sessionId })}
        onClick={() => showSession(sessionId)}
      >
        {t('Progress')}
      </Button>
    </li>
  );
}

/** The sessions that were started here, until the user closes them after their end. */
function OpenSessions() {
  const sessions = useDownloadWindows((windows) => windows.sessions);
  if (sessions.length === 0) return null;
  return (
    <ul className={styles.sessions} aria-label={t('Download sessions')}>
      {sessions.map((kept) => (
        <SessionItem key={kept.sessionId} kept={kept} />
      ))}
    </ul>
  );
}

/** The choice in the report parameters, without devices that no longer exist. */
function useChoice(): DownloadChoice {
  const { by, run, start, end, uids } = useReports(({ draft }) => draft);
  const devices = useSteadyDevices();
  if (by === 'run') return { by, runId: run?.runId ?? null };
  return { by, start, end, uids: listChosen(devices, uids).map(({ uid }) => uid) };
}

/** Downloads from the devices' cards to the server: the start, and the sessions. */
export function RecordedDataSection() {
  const choice = useChoice();
  const flow = useDownloadFlow();
  const { blockedBecause } = useCanWrite();
  return (
    <Section
      title={t('Recorded data')}
      action={
        <Button size="small" icon="file" onClick={showFiles}>
          {t('Files…')}
        </Button>
      }
    >
      <div className={styles.begin} {...dialogHome}>
        <Button
          icon="download"
          isWide
          isBusy={flow.isBusy}
          disabled={blockedBecause !== undefined}
          title={blockedBecause}
          onClick={() => flow.begin(choice)}
        >
          {t('Download Recorded Passage Data…')}
        </Button>
      </div>
      <OpenSessions />
      <FlowDialogs flow={flow} />
    </Section>
  );
}

interface QuestionProps {
  readonly isOpen: boolean;
  readonly session: OpenSession;
  readonly onAnswer: (answer: Answer) => void;
}

/** Another session is open: the user keeps it, resumes it, or ends it for this one. */
function OpenSessionQuestion({ isOpen, session, onAnswer }: QuestionProps) {
  const { blockedBecause } = useCanWrite();
  const isBlocked = blockedBecause !== undefined;
  const cancel = () => onAnswer('cancel');
  return (
    <DialogFrame isOpen={isOpen} onClose={cancel} width={460}>
      <div className={styles.question}>
        <Modal.Title className={styles.title}>{t('Download Recorded Passage Data')}</Modal.Title>
        <p className={styles.text}>{describeOpenSession(session)}</p>
        <DialogFoot note={blockedBecause}>
          <Button onClick={cancel} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button disabled={isBlocked} onClick={() => onAnswer('resume')}>
            {t('Resume')}
          </Button>
          <Button look="primary" disabled={isBlocked} onClick={() => onAnswer('ok')}>
            {t('OK')}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}

/** The questions and messages of the flow. */
function FlowDialogs({ flow: { dialogs, send } }: { readonly flow: DownloadFlow }) {
  const { step, isOpen, turn } = dialogs;
  switch (step?.kind) {
    case 'question':
      return (
        <OpenSessionQuestion
          key={turn}
          isOpen={isOpen}
          session={step.open}
          onAnswer={(answer) => send({ type: 'answered', answer })}
        />
      );
    case 'message':
      return (
        <MessageDialog
          key={turn}
          isOpen={isOpen}
          title={step.message.title}
          onClose={() => send({ type: 'dismissed' })}
        >
          {step.message.text}
        </MessageDialog>
      );
    case undefined:
      return null;
  }
}

type FlowDialog =
  | { readonly kind: 'question'; readonly open: OpenSession }
  | { readonly kind: 'message'; readonly message: Message };

/** Drives the flow: starts the calls of its states, and shows their questions. */
function useDownloadFlow() {
  const dialogs = useDialogChain<FlowDialog>();
  const current = useRef(IDLE);
  const [isBusy, setBusy] = useState(false);

  const send = (event: FlowEvent): void => {
    const before = current.current;
    const state = stepFlow(before, event);
    if (state === before) return;
    current.current = state;
    setBusy(!isAtRest(state) && state.step !== 'asking');
    if (state.step === 'asking') dialogs.open({ kind: 'question', open: state.open });
    else if (state.step === 'telling') dialogs.open({ kind: 'message', message: state.message });
    else dialogs.close();
    if (state.step === 'started') showSession(state.sessionId);
    callFor(state)?.then(send, (error: unknown) => {
      logFailure(error);
      send({ type: 'failed', failure: toFailure(error) });
    });
  };

  return { begin: (choice: DownloadChoice) => send({ type: 'begun', choice }), send, isBusy, dialogs };
}

type DownloadFlow = ReturnType<typeof useDownloadFlow>;

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
function callFor(state: FlowState): Promise<FlowEvent> | null {
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

function toFailure(thrown: unknown): Failure {
  return { ...toShownError(thrown), code: isApiError(thrown) ? thrown.code : '' };
}
