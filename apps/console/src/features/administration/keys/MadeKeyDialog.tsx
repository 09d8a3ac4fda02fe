import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { useUnloadQuestion } from '#/ui/dialog/use-unload-question.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import type { MadeKey } from './keys.data.ts';
import { forgetNotesOf } from './unseen-keys.ts';

interface MadeKeyDialogProps {
  readonly isOpen: boolean;
  readonly made: MadeKey;
  readonly onClose: () => void;
}

/** The new key, this once. It closes only by its button or after a confirmation. */
export function MadeKeyDialog({ isOpen, made, onClose }: MadeKeyDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  useUnloadQuestion(isOpen);
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title={t('API key')}
        subtitle={made.name}
        onClose={() => setLeaving(true)}
        staysOpen
        isCovered={isLeaving}
      >
        <Warning>
          {t('This key is shown only now. Copy it before you close this window; it cannot be shown again.')}
        </Warning>
        <CopyField label={t('Key')} text={made.key} />
        <DialogFoot>
          <Button
            look="primary"
            onClick={() => {
              forgetNotesOf(made);
              onClose();
            }}
          >
            {t('I have copied it')}
          </Button>
        </DialogFoot>
      </InfoDialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('Close without the key?')}
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
