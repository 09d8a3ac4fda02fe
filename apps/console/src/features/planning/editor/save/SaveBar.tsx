import { describePathFault } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';
import { useUnits } from '#/features/units/units.ts';
import { useRef, useState } from 'react';
import { Modal } from '@mantine/core';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { RunHarmDialog } from '#/features/commands/RunHarmDialog.tsx';
import { describeFormat } from '#/features/broadcast/broadcast.view.ts';
import { hasUnsavedChanges, useEditor } from '../editor-store.ts';
import { describeReason } from './save.view.ts';
import { useSave } from './use-save.ts';
import { DialogError, DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { toShownError, type ShownError } from '#/ui/state/shown-error.ts';
import styles from '../Editor.module.css';
import confirm from '#/ui/dialog/ConfirmDialog.module.css';

interface SaveBarProps {
  readonly onCancel: () => void;
  readonly onSaved: (pathId: number) => void;
}

/** Stays visible while the fields scroll. */
export function SaveBar({ onCancel, onSaved }: SaveBarProps) {
  const { blockedBecause } = useCanWrite();
  const isUnsaved = useEditor(hasUnsavedChanges);
  const saving = useSave(onSaved);
  const { isBusy, save } = saving;
  return (
    <div className={styles.save} {...dialogHome}>
      <span className={styles.state} role="status">
        {blockedBecause ?? (isUnsaved ? t('Unsaved changes') : '')}
      </span>
      <Button onClick={onCancel} disabled={isBusy}>
        {t('Cancel')}
      </Button>
      <Button
        look="primary"
        onClick={save}
        isBusy={isBusy}
        disabled={blockedBecause !== undefined}
        title={blockedBecause}
      >
        {t('Save')}
      </Button>
      <SaveDialogs saving={saving} />
    </div>
  );
}

/** Faults, questions and failures of a save; at most one is open. */
function SaveDialogs({ saving }: { readonly saving: ReturnType<typeof useSave> }) {
  const agmCount = useEditor(({ draft }) => draft?.agms.length ?? 0);
  const units = useUnits();
  const { dialogs, send, sendIfHarmless, loadNewer, saveOver } = saving;
  const { step, isOpen, turn, close } = dialogs;
  const isConfirmed = useRef(false);
  const closeAsking = (then: () => unknown) => () => {
    close();
    if (isConfirmed.current) then();
    isConfirmed.current = false;
  };
  const confirmAsked = () => {
    isConfirmed.current = true;
  };
  return (
    <>
      {step?.kind === 'faults' && (
        <MessageDialog isOpen={isOpen} title={t('Validation Message')} onClose={close}>
          {step.faults.map((code) => (
            <p key={code}>{describePathFault({ code }, units, t)}</p>
          ))}
        </MessageDialog>
      )}
      {step?.kind === 'failed' && (
        <MessageDialog isOpen={isOpen} title={t('Error Message')} onClose={close}>
          <p>{step.message.text}</p>
          <p>{describeReason(step.message.reason)}</p>
        </MessageDialog>
      )}
      {step?.kind === 'format' && (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Save and format disks now?')}
          confirmLabel={t('Save and format')}
          isDestructive
          onConfirm={confirmAsked}
          onClose={closeAsking(sendIfHarmless)}
        >
          <Warning>{describeFormat(agmCount)}</Warning>
        </ConfirmDialog>
      )}
      {step?.kind === 'harm' && (
        <RunHarmDialog isOpen={isOpen} harm={step.harm} onConfirm={confirmAsked} onClose={closeAsking(send)} />
      )}
      {step?.kind === 'outdated' && (
        <OutdatedDialog
          key={turn}
          isOpen={isOpen}
          isGone={step.isGone}
          onLoad={loadNewer}
          onSave={() => saveOver(step.isGone)}
          onClose={close}
        />
      )}
    </>
  );
}

interface OutdatedDialogProps {
  readonly isOpen: boolean;
  /** True: deleted; false: changed. */
  readonly isGone: boolean;
  readonly onLoad: () => Promise<void>;
  /** Overwrites the newer version; saves a deleted path as a new one. */
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
}

/** Another user has saved first: the user decides, and the edit is kept until then. */
function OutdatedDialog({ isOpen, isGone, onLoad, onSave, onClose }: OutdatedDialogProps) {
  const [busy, setBusy] = useState<'load' | 'save' | null>(null);
  const [error, setError] = useState<ShownError | null>(null);
  const run = (name: 'load' | 'save', act: () => Promise<void>) => () => {
    if (busy !== null) return;
    setBusy(name);
    setError(null);
    act()
      .catch((thrown: unknown) => setError(toShownError(thrown)))
      .finally(() => setBusy(null));
  };
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose} width={440} isBusy={busy !== null}>
      <div className={confirm.box}>
        <div role="alert">
          <Modal.Title className={confirm.title}>
            {isGone
              ? t('Somebody else has deleted this path meanwhile.')
              : t('Somebody else has saved this path meanwhile.')}
          </Modal.Title>
          <p className={confirm.text}>
            {isGone
              ? t('Yours can be saved as a new path.')
              : t('Load the newer one, and your changes are discarded; or save yours over it.')}
          </p>
        </div>
        {error && <DialogError error={error} />}
        <DialogFoot>
          <Button onClick={onClose} disabled={busy !== null} data-autofocus>
            {t('Cancel')}
          </Button>
          {!isGone && (
            <Button onClick={run('load', onLoad)} isBusy={busy === 'load'}>
              {t('Load the newer one')}
            </Button>
          )}
          <Button look={isGone ? 'primary' : 'danger'} onClick={run('save', onSave)} isBusy={busy === 'save'}>
            {isGone ? t('Save as a new path') : t('Save over it')}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
