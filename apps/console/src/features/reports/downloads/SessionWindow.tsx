import { UTC } from '@waymark/domain/time/zone';
import { Time } from '#/ui/clock/Time.tsx';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { cutToSecond } from '@waymark/domain/time/utc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { DeviceNotes } from '#/features/broadcast/DeviceNotes.tsx';
import { forgetSession, hideSession, sessionWindowId, type KeptSession, showFiles } from './download-windows.ts';
import { sessionQuery, type DownloadSession } from './session.data.ts';
import {
  describeComplete,
  describeReceived,
  describeSession,
  findSessionShare,
  sortRows,
  canResume,
} from './session.view.ts';
import { useKeptSession } from './use-kept-session.ts';
import type { DownloadRow } from '#/features/downloads/downloads.data.ts';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { SessionRow } from './SessionRow.tsx';
import { callApi } from '#/api/client.ts';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { Message } from './choice.view.ts';
import { describeReportException, describeServiceException } from './flow-words.view.ts';
import styles from './Downloads.module.css';
import table from '#/ui/table/DataTable.module.css';

const SESSION_CALLS = {
  resume: 'POST /pigrun/ResumeDownloadRecordedPassageDataRequest/:sessionId',
  end: 'GET /pigrun/EndDownloadRecordedPassageDataSession/:sessionId',
  cancel: 'GET /pigrun/CancelDownloadRecordedPassageDataRequest/:sessionId',
} as const;

const DONE: Readonly<Record<Act, string>> = {
  resume: t('What is missing is asked for again'),
  end: t('Download session ended'),
  cancel: t('Download cancelled'),
};

/** A page of this size renders fast, however many devices there are. */
const PAGE_SIZE = 100;

const SIZE = { width: 860, height: 460 };
const WHAT = t('Progress');
const PERCENT = 100;

function SessionHead({ session }: { readonly session: DownloadSession }) {
  const rows = session.downloadRecordedPassageDataSessionRequestList;
  const firstUid = rows[0]?.uId;
  const zone = useDeviceZone(firstUid);
  const words = describeComplete(rows);
  const share = Math.round(findSessionShare(rows) * PERCENT);
  return (
    <div className={styles.head}>
      <p className={styles.when}>
        <Say
          text="Started by {name} at {time}, for {from} to {to}"
          values={{
            name: session.name,
            time: <Time of={cutToSecond(session.createdDate)} uid={firstUid} />,
            from: <Time of={session.launchDate} uid={firstUid} />,
            to: <Time of={session.receiveDate} uid={firstUid} saysUtc />,
          }}
        />
      </p>
      <p className={styles.words} role="status">
        {describeSession(session, zone)}
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('All AGMs')}
        aria-valuemin={0}
        aria-valuemax={PERCENT}
        aria-valuenow={share}
        aria-valuetext={words}
      >
        <i style={{ width: `${share}%` }} />
      </div>
      {session.failed.length > 0 && (
        <DeviceNotes
          title={t('Not, or not all, asked for')}
          rows={session.failed.map(({ uid, reason }) => ({ uid, text: reason }))}
          isOpenFirst
        />
      )}
    </div>
  );
}

function SessionBody({ session }: { readonly session: DownloadSession }) {
  const rows = sortRows(session.downloadRecordedPassageDataSessionRequestList);
  return (
    <>
      <SessionHead session={session} />
      <SessionTable rows={rows} />
      <div className={styles.foot}>
        <span>{describeReceived(rows)}</span>
        <SessionActs session={session} />
      </div>
    </>
  );
}

/** The progress of a session. */
export function SessionWindow({ kept }: { readonly kept: KeptSession }) {
  const { sessionId, isRecalled } = kept;
  const { query, hasEnded, isGone } = useKeptSession(kept);
  if (isRecalled && (query.data === undefined || isGone)) return null;
  return (
    <FloatingWindow
      id={sessionWindowId(sessionId)}
      kind="download"
      title={t('Download Recorded Passage Data')}
      subtitle={t('Session {sessionId}', { sessionId })}
      initialSize={SIZE}
      onClose={() => (hasEnded ? forgetSession(sessionId) : hideSession(sessionId))}
    >
      <div className={styles.window}>
        <ReloadFailure query={query} what={WHAT} />
        <LoadedData query={query} what={WHAT} widths={[420, 620, 600, 640]}>
          {(session) => <SessionBody session={session} />}
        </LoadedData>
      </div>
    </FloatingWindow>
  );
}

/** The devices of a session, in the order of their uids. */
function SessionTable({ rows: all }: { readonly rows: readonly DownloadRow[] }) {
  const { rows, pager } = usePages(all, PAGE_SIZE);
  const zone = useDeviceZone(all[0]?.uId);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <div className={styles.rows} role="region" aria-label={t('AGMs')} tabIndex={0}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="visually-hidden">
            {zone === UTC ? t('Progress of each AGM, times UTC') : t('Progress of each AGM')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('UID')}</th>
              <th scope="col">{t('State')}</th>
              <th scope="col" data-number>
                {t('Packets')}
              </th>
              <th scope="col">{t('Latest Passage')}</th>
              <th scope="col">{t('Completed At')}</th>
              <th scope="col">{t('Note')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SessionRow key={row.cId} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <ListFoot pager={pager} />
    </>
  );
}

type Act = 'resume' | 'end' | 'cancel';

type Dialog = { readonly kind: 'cancel' } | { readonly kind: 'message'; readonly message: Message };

function useSessionAct(sessionId: number, onFailure: (message: Message) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => callApi(SESSION_CALLS[act], { params: { sessionId } }),
    meta: { isShownInPlace: true },
    onSuccess: (_, act) => showSuccess(DONE[act], t('Session {sessionId}', { sessionId })),
    onError: (error, act) => {
      const describe = act === 'end' ? describeReportException : describeServiceException;
      onFailure(describe(toShownError(error)));
    },
    onSettled: () => queryClient.invalidateQueries(sessionQuery(sessionId)),
  });
}

/** The actions on a session: request again, end with the received data, or cancel. */
function SessionActs({ session }: { readonly session: DownloadSession }) {
  const dialogs = useDialogChain<Dialog>();
  const { mutate, isPending, variables } = useSessionAct(session.sessionId, (message) =>
    dialogs.open({ kind: 'message', message }),
  );
  const { blockedBecause } = useCanWrite();
  const isOver = session.endedDate !== null;
  const isRunning = (act: Act) => isPending && variables === act;
  // The button of the running act keeps the focus, to which the message of a failure returns.
  const limit = (act: Act) => ({
    disabled: blockedBecause !== undefined || (isPending && !isRunning(act)),
    title: blockedBecause,
    isBusy: isRunning(act),
  });
  const resume = limit('resume');
  return (
    <div className={styles.acts} {...dialogHome}>
      <Button size="small" icon="file" onClick={showFiles}>
        {t('Files…')}
      </Button>
      {!isOver && (
        <>
          <Button
            size="small"
            icon="retry"
            {...resume}
            disabled={resume.disabled || !canResume(session)}
            onClick={() => mutate('resume')}
          >
            {t('Resume')}
          </Button>
          <Button size="small" {...limit('end')} onClick={() => mutate('end')}>
            {t('End Session')}
          </Button>
          <Button size="small" look="danger" {...limit('cancel')} onClick={() => dialogs.open({ kind: 'cancel' })}>
            {t('Cancel Download')}
          </Button>
        </>
      )}
      <SessionDialogs dialogs={dialogs} onCancel={() => mutate('cancel')} />
    </div>
  );
}

interface SessionDialogsProps {
  readonly dialogs: DialogChain<Dialog>;
  readonly onCancel: () => void;
}

function SessionDialogs({ dialogs: { step, isOpen, turn, close }, onCancel }: SessionDialogsProps) {
  return (
    <>
      {step?.kind === 'cancel' && (
        <ConfirmDialog
          key={turn}
          isOpen={isOpen}
          title={t('Cancel this download?')}
          confirmLabel={t('Cancel Download')}
          cancelLabel={t('Go On')}
          isDestructive
          onConfirm={onCancel}
          onClose={close}
        >
          {t('The session ends, and commands that no AGM has taken yet are deleted. What has come is kept.')}
        </ConfirmDialog>
      )}
      {step?.kind === 'message' && (
        <MessageDialog key={turn} isOpen={isOpen} title={step.message.title} onClose={close}>
          {step.message.text}
        </MessageDialog>
      )}
    </>
  );
}
