import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { KeyList } from './KeyList.tsx';
import { keysQuery, revokeKey, type ApiKey, type MadeKey } from './keys.data.ts';
import styles from './KeyList.module.css';
import { MadeKeyDialog } from './MadeKeyDialog.tsx';
import { MakeKeyDialog } from './MakeKeyDialog.tsx';
import { forgetNotesOf } from './unseen-keys.ts';

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
      <InfoDialog
        isOpen={isOpen}
        title={t('API Keys')}
        onClose={onClose}
        width={620}
        isFlush
        isCovered={dialogs.isOpen}
      >
        <ReloadFailure query={query} what={t('API keys')} />
        <div {...dialogHome}>
          <LoadedData query={query} what={t('API keys')} widths={[220, 300, 240]}>
            {(keys) => <Keys keys={keys} dialogs={dialogs} />}
          </LoadedData>
        </div>
      </InfoDialog>
      <KeyDialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

function Keys({ keys, dialogs }: { readonly keys: readonly ApiKey[]; readonly dialogs: DialogChain<KeyStep> }) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <>
      {keys.length === 0 && <EmptyState>{t('No API keys')}</EmptyState>}
      <KeyList keys={keys} onRevoke={(key) => dialogs.open({ kind: 'revoke', key })} />
      <div className={styles.foot}>
        <DialogFoot note={t('A program uses a key instead of a password, within this company only. Times are UTC.')}>
          <Button
            look="primary"
            icon="plus"
            disabled={!canWrite}
            title={blockedBecause}
            onClick={() => dialogs.open({ kind: 'make' })}
          >
            {t('Make a key')}
          </Button>
        </DialogFoot>
      </div>
    </>
  );
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
