import { Modal } from '@mantine/core';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import confirm from '#/ui/dialog/ConfirmDialog.module.css';
import { DialogError, DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { toShownError, type ShownError } from '#/ui/state/shown-error.ts';

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
export function OutdatedDialog({ isOpen, isGone, onLoad, onSave, onClose }: OutdatedDialogProps) {
  const [busy, setBusy] = useState<'load' | 'save' | null>(null);
  const [error, setError] = useState<ShownError | null>(null);
  const run = (name: 'load' | 'save', act: () => Promise<void>) => () => {
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
            {isGone ? 'Somebody else has deleted this path meanwhile.' : 'Somebody else has saved this path meanwhile.'}
          </Modal.Title>
          <p className={confirm.text}>
            {isGone
              ? 'Yours can be saved as a new path.'
              : 'Load the newer one, and your changes are discarded; or save yours over it.'}
          </p>
        </div>
        {error && <DialogError error={error} />}
        <DialogFoot>
          <Button onClick={onClose} disabled={busy !== null} data-autofocus>
            Cancel
          </Button>
          {!isGone && (
            <Button onClick={run('load', onLoad)} isBusy={busy === 'load'}>
              Load the newer one
            </Button>
          )}
          <Button look={isGone ? 'primary' : 'danger'} onClick={run('save', onSave)} isBusy={busy === 'save'}>
            {isGone ? 'Save as a new path' : 'Save over it'}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
