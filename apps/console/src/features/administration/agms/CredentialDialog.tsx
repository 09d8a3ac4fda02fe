import { useState } from 'react';
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
        title="Device credential"
        subtitle={issued ? String(issued.uid) : undefined}
        onClose={() => setLeaving(true)}
        staysOpen
        isCovered={isLeaving}
      >
        <Warning>
          This credential is shown only now. Copy it before you close this window; it cannot be shown again.
        </Warning>
        {issued && (
          <>
            <CopyField label="Client id" text={issued.credential.clientId} />
            <CopyField label="Username" text={issued.credential.username} />
            <CopyField label="Password" text={issued.credential.password} />
            <CopyField label="Message key" text={issued.credential.messageKey} />
          </>
        )}
        <DialogFoot>
          <Button look="primary" onClick={forgetCredential}>
            I have copied it
          </Button>
        </DialogFoot>
      </InfoDialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Close without the credential?"
        confirmLabel="Confirm"
        isDestructive
        onConfirm={forgetCredential}
        onClose={() => setLeaving(false)}
      >
        It cannot be shown again. AGM {issued?.uid} then needs a new credential before it can connect.
      </ConfirmDialog>
    </>
  );
}
