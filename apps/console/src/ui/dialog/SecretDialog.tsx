import { useState, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import { Warning } from '../state/Warning.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DialogFoot } from './DialogFrame.tsx';
import { InfoDialog } from './InfoDialog.tsx';
import { useUnloadQuestion } from './use-unload-question.ts';

interface SecretDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly subtitle: string;
  /** Says that it is shown only now. */
  readonly warning: string;
  /** The question before it closes without a copy, and what to do then. */
  readonly question: string;
  readonly answer?: string;
  /** The secret. */
  readonly children: ReactNode;
  /** The user has copied it. */
  readonly onCopied?: () => void;
  readonly onClose: () => void;
}

/** A new secret, this once. It closes only by its button or after a confirmation. */
export function SecretDialog(props: SecretDialogProps) {
  const { isOpen, title, subtitle, warning, question, answer, children, onCopied, onClose } = props;
  const [isLeaving, setLeaving] = useState(false);
  useUnloadQuestion(isOpen);
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title={title}
        subtitle={subtitle}
        onClose={() => setLeaving(true)}
        staysOpen
        isCovered={isLeaving}
      >
        <Warning>{warning}</Warning>
        {children}
        <DialogFoot>
          <Button
            look="primary"
            onClick={() => {
              onCopied?.();
              onClose();
            }}
          >
            {t('I have copied it')}
          </Button>
        </DialogFoot>
      </InfoDialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title={question}
        confirmLabel={t('Confirm')}
        isDestructive
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        {answer ?? t('It cannot be shown again. Revoke it then, and make another.')}
      </ConfirmDialog>
    </>
  );
}
