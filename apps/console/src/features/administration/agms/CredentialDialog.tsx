import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { useUnloadQuestion } from '#/ui/dialog/use-unload-question.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { forgetCredential, useFleetDialogs } from './fleet-store.ts';

/** The credential of a new or moved device. It closes only by its button or after a confirmation. */
export function CredentialDialog() {
  const issued = useFleetDialogs((dialogs) => dialogs.issued);
  const [isLeaving, setLeaving] = useState(false);
  useUnloadQuestion(issued !== null);
  return (
    <>
      <InfoDialog
        isOpen={issued !== null}
        title={t('Device credential')}
        subtitle={issued ? String(issued.uid) : undefined}
        onClose={() => setLeaving(true)}
        staysOpen
        isCovered={isLeaving}
      >
        <Warning>
          {t('This credential is shown only now. Copy it before you close this window; it cannot be shown again.')}
        </Warning>
        {issued && (
          <>
            <CopyField label={t('Client id')} text={issued.credential.clientId} />
            <CopyField label={t('Username')} text={issued.credential.username} />
            <CopyField label={t('Password')} text={issued.credential.password} />
            <CopyField label={t('Message key')} text={issued.credential.messageKey} />
          </>
        )}
        <DialogFoot>
          <Button look="primary" onClick={forgetCredential}>
            {t('I have copied it')}
          </Button>
        </DialogFoot>
      </InfoDialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('Close without the credential?')}
        confirmLabel={t('Confirm')}
        isDestructive
        onConfirm={forgetCredential}
        onClose={() => setLeaving(false)}
      >
        {t('It cannot be shown again. AGM {uid} then needs a new credential before it can connect.', {
          uid: issued?.uid ?? '',
        })}
      </ConfirmDialog>
    </>
  );
}
