import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { Message } from './choice.view.ts';
import { showFiles } from './download-windows.ts';
import styles from './Downloads.module.css';
import { describeReportException, describeServiceException } from './flow-words.view.ts';
import { sessionQuery, type DownloadSession } from './session.data.ts';
import { canResume } from './session.view.ts';

type Act = 'resume' | 'end' | 'cancel';

const CALLS = {
  resume: 'POST /pigrun/ResumeDownloadRecordedPassageDataRequest/:sessionId',
  end: 'GET /pigrun/EndDownloadRecordedPassageDataSession/:sessionId',
  cancel: 'GET /pigrun/CancelDownloadRecordedPassageDataRequest/:sessionId',
} as const;
const DONE: Readonly<Record<Act, string>> = {
  resume: 'What is missing is asked for again',
  end: 'Download session ended',
  cancel: 'Download cancelled',
};

type Dialog = { readonly kind: 'cancel' } | { readonly kind: 'message'; readonly message: Message };

function useSessionAct(sessionId: number, onFailure: (message: Message) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => callApi(CALLS[act], { params: { sessionId } }),
    meta: { isShownInPlace: true },
    onSuccess: (_, act) => showSuccess(DONE[act], `Session ${sessionId}`),
    onError: (error, act) => {
      const describe = act === 'end' ? describeReportException : describeServiceException;
      onFailure(describe(toShownError(error)));
    },
    onSettled: () => queryClient.invalidateQueries(sessionQuery(sessionId)),
  });
}

/** The actions on a session: request again, end with the received data, or cancel. */
export function SessionActs({ session }: { readonly session: DownloadSession }) {
  const { step, isOpen, turn, open, close } = useDialogChain<Dialog>();
  const { mutate, isPending, variables } = useSessionAct(session.sessionId, (message) =>
    open({ kind: 'message', message }),
  );
  const { blockedBecause } = useCanWrite();
  const isOver = session.endedDate !== null;
  const blocked = { disabled: isOver || isPending || blockedBecause !== undefined, title: blockedBecause };
  const isRunning = (act: Act) => isPending && variables === act;
  return (
    <div className={styles.acts} {...dialogHome}>
      <Button size="small" icon="file" onClick={showFiles}>
        Files…
      </Button>
      {!isOver && (
        <>
          <Button
            size="small"
            icon="retry"
            {...blocked}
            disabled={blocked.disabled || !canResume(session)}
            isBusy={isRunning('resume')}
            onClick={() => mutate('resume')}
          >
            Resume
          </Button>
          <Button size="small" {...blocked} isBusy={isRunning('end')} onClick={() => mutate('end')}>
            End Session
          </Button>
          <Button
            size="small"
            look="danger"
            {...blocked}
            isBusy={isRunning('cancel')}
            onClick={() => open({ kind: 'cancel' })}
          >
            Cancel Download
          </Button>
        </>
      )}
      {step?.kind === 'cancel' && (
        <ConfirmDialog
          key={turn}
          isOpen={isOpen}
          title="Cancel this download?"
          confirmLabel="Cancel Download"
          cancelLabel="Go On"
          isDestructive
          onConfirm={() => mutate('cancel')}
          onClose={close}
        >
          The session ends, and commands that no AGM has taken yet are deleted. What has come is kept.
        </ConfirmDialog>
      )}
      {step?.kind === 'message' && (
        <MessageDialog key={turn} isOpen={isOpen} title={step.message.title} onClose={close}>
          {step.message.text}
        </MessageDialog>
      )}
    </div>
  );
}
