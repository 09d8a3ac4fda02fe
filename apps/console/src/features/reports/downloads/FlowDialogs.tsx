import { Modal } from '@mantine/core';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import styles from './Downloads.module.css';
import { describeOpenSession } from './flow-words.view.ts';
import type { Answer, OpenSession } from './flow.ts';
import type { DownloadFlow } from './use-download-flow.ts';

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
        <Modal.Title className={styles.title}>Download Recorded Passage Data</Modal.Title>
        <p className={styles.text}>{describeOpenSession(session)}</p>
        <DialogFoot note={blockedBecause}>
          <Button onClick={cancel} data-autofocus>
            Cancel
          </Button>
          <Button disabled={isBlocked} onClick={() => onAnswer('resume')}>
            Resume
          </Button>
          <Button look="primary" disabled={isBlocked} onClick={() => onAnswer('ok')}>
            OK
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}

/** The questions and messages of the flow. */
export function FlowDialogs({ flow: { dialogs, send } }: { readonly flow: DownloadFlow }) {
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
