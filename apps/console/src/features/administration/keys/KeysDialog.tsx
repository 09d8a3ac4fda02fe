import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { CredentialHead } from './CredentialHead.tsx';
import { keysQuery, revokeKey, type ApiKey, type MadeKey } from './keys.data.ts';
import { describeKey, findConcern } from './keys.view.ts';
import { MakeKeyDialog } from './MakeKeyDialog.tsx';
import { findUnseenKeys, forgetNotesOf } from './unseen-keys.ts';

type KeyStep =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly made: MadeKey }
  | { readonly kind: 'revoke'; readonly key: ApiKey };

/** Lists the API keys of the admin's company, makes and revokes them. */
export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...keysQuery, enabled: isOpen });
  const dialogs = useDialogChain<KeyStep>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('API Keys')}
        width={620}
        query={query}
        what={t('API keys')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(keys) => <Keys keys={keys} dialogs={dialogs} />}
      </ListDialog>
      <KeyDialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

function Keys({ keys, dialogs }: { readonly keys: readonly ApiKey[]; readonly dialogs: DialogChain<KeyStep> }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const unseen = findUnseenKeys(keys);
  return (
    <DialogList
      label={t('API keys')}
      empty={t('No API keys')}
      note={t('A program uses a key instead of a password, within this company only. Times are UTC.')}
      addLabel={t('Make a key')}
      blockedBecause={blockedBecause}
      onAdd={() => dialogs.open({ kind: 'make' })}
    >
      {keys.map((key) => (
        <DialogRow
          key={key.id}
          head={<CredentialHead {...key} />}
          details={describeKey(key)}
          concern={<Concern words={findConcern(key, unseen.has(key.id))} />}
        >
          <Button
            disabled={!canWrite}
            title={blockedBecause}
            aria-label={t('Revoke {name}, {prefix}', { name: key.name, prefix: key.prefix })}
            onClick={() => dialogs.open({ kind: 'revoke', key })}
          >
            {t('Revoke')}
          </Button>
        </DialogRow>
      ))}
    </DialogList>
  );
}

function Concern({ words }: { readonly words: string | null }) {
  return words !== null && <Warning>{words}</Warning>;
}

function KeyDialogs({ isOpen, dialogs }: { readonly isOpen: boolean; readonly dialogs: DialogChain<KeyStep> }) {
  const queryClient = useQueryClient();
  const { step, close, follow } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'make':
      return <MakeKeyDialog isOpen={isOpen} onMade={(made) => follow({ kind: 'made', made })} onClose={close} />;
    case 'made':
      return <MadeKeyDialog isOpen={isOpen} made={step.made} onClose={close} />;
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Revoke API key?')}
          confirmLabel={t('Revoke')}
          isDestructive
          onConfirm={async () => {
            await revokeKey(queryClient, step.key);
            forgetNotesOf(step.key);
          }}
          onClose={close}
        >
          {t('{name} ({prefix}…) is refused from now on, everywhere, and its connections close.', {
            name: step.key.name,
            prefix: step.key.prefix,
          })}
        </ConfirmDialog>
      );
  }
}

interface MadeKeyDialogProps {
  readonly isOpen: boolean;
  readonly made: MadeKey;
  readonly onClose: () => void;
}

/** The new key, this once. */
function MadeKeyDialog({ isOpen, made, onClose }: MadeKeyDialogProps) {
  return (
    <SecretDialog
      isOpen={isOpen}
      title={t('API key')}
      subtitle={made.name}
      warning={t('This key is shown only now. Copy it before you close this window; it cannot be shown again.')}
      question={t('Close without the key?')}
      onCopied={() => forgetNotesOf(made)}
      onClose={onClose}
    >
      <CopyField label={t('Key')} text={made.key} />
    </SecretDialog>
  );
}
