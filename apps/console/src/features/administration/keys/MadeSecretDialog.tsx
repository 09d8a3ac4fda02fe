import { useState, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { useUnloadQuestion } from '#/ui/dialog/use-unload-question.ts';
import { Warning } from '#/ui/state/Warning.tsx';

interface MadeSecretDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What it is for. */
  readonly subtitle: string;
  readonly warning: string;
  /** Asked when the user closes without having copied it. */
  readonly question: string;
  /** The secret. */
  readonly children: ReactNode;
  readonly onCopied?: () => void;
  readonly onClose: () => void;
}

/** A new secret, this once. It closes only by its button or after a confirmation. */
export function MadeSecretDialog(props: MadeSecretDialogProps) {
  const { isOpen, title, subtitle, warning, question, children, onCopied, onClose } = props;
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
        {t('It cannot be shown again. Revoke it then, and make another.')}
      </ConfirmDialog>
    </>
  );
}
