import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { AgmAddDialog } from './AgmAddDialog.tsx';
import { AgmEditDialog } from './AgmEditDialog.tsx';
import { AgmInfoDialog, type AgmAct } from './AgmInfoDialog.tsx';
import { issueCredential, refreshAgms, revokeCredential, type Agm } from './agms.data.ts';
import { removeDevice } from './fleet.data.ts';
import { ImportDialog } from './import/ImportDialog.tsx';
import { REMOVAL } from './removal-text.ts';

export type AgmStep =
  | { readonly kind: 'add' }
  | { readonly kind: 'import' }
  | { readonly kind: 'info' | AgmAct; readonly agm: Agm };

interface AgmDialogsProps {
  readonly groupId: number;
  readonly dialogs: DialogChain<AgmStep>;
}

interface CredentialStepProps {
  readonly isOpen: boolean;
  readonly agm: Agm;
  readonly onClose: () => void;
}

function IssueDialog({ agm: { uid, hasCredential }, ...frame }: CredentialStepProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      {...frame}
      title={hasCredential ? `Rotate the credential of ${uid}?` : `Issue a credential for ${uid}?`}
      confirmLabel="Confirm"
      isDestructive={hasCredential}
      onConfirm={() => issueCredential(queryClient, uid)}
    >
      {hasCredential && 'The present credential ends and its connection closes at once. '}
      The new one is shown once.
    </ConfirmDialog>
  );
}

function RevokeDialog({ agm: { uid }, ...frame }: CredentialStepProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      {...frame}
      title={`Revoke the credential of ${uid}?`}
      confirmLabel="Confirm"
      isDestructive
      onConfirm={() => revokeCredential(queryClient, uid)}
    >
      Its connection closes at once, and it cannot connect until a new credential is issued.
    </ConfirmDialog>
  );
}

function DeleteDialog({ agm: { uid }, ...frame }: CredentialStepProps) {
  const queryClient = useQueryClient();
  const remove = async () => {
    await removeDevice(uid);
    await refreshAgms(queryClient);
  };
  return (
    <ConfirmDialog {...frame} title={`Delete AGM ${uid}?`} confirmLabel="Confirm" isDestructive onConfirm={remove}>
      {REMOVAL}
    </ConfirmDialog>
  );
}

/** The dialogs about one AGM, or about a file of them. */
export function AgmDialogs({ groupId, dialogs: { step, isOpen, turn, follow, close } }: AgmDialogsProps) {
  if (!step) return null;
  const frame = { isOpen, onClose: close };
  if (step.kind === 'add') return <AgmAddDialog key={turn} {...frame} groupId={groupId} />;
  if (step.kind === 'import') return <ImportDialog key={turn} {...frame} groupId={groupId} />;
  const { kind, agm } = step;
  switch (kind) {
    case 'info':
      return <AgmInfoDialog {...frame} agm={agm} onAct={(act) => follow({ kind: act, agm })} />;
    case 'edit':
      return <AgmEditDialog key={turn} {...frame} agm={agm} />;
    case 'issue':
      return <IssueDialog {...frame} agm={agm} />;
    case 'revoke':
      return <RevokeDialog {...frame} agm={agm} />;
    case 'delete':
      return <DeleteDialog {...frame} agm={agm} />;
  }
}
