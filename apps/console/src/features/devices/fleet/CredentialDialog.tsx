import { Button } from '../../../ui/Button.tsx';
import { CopyField } from '../../../ui/CopyField.tsx';
import { DialogFoot } from '../../../ui/DialogFrame.tsx';
import { InfoDialog } from '../../../ui/InfoDialog.tsx';
import { Warning } from '../../../ui/Warning.tsx';
import { forgetCredential, useFleetDialogs } from './fleet-store.ts';

/** What the new device needs to connect. */
export function CredentialDialog() {
  const issued = useFleetDialogs((dialogs) => dialogs.issued);
  return (
    <InfoDialog
      isOpen={issued !== null}
      title="Device credential"
      subtitle={issued ? String(issued.uid) : undefined}
      onClose={forgetCredential}
      staysOpen
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
  );
}
