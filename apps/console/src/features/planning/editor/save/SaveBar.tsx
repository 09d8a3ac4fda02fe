import { useRef } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { describeFormat } from '#/features/broadcast/broadcast.view.ts';
import styles from '../Editor.module.css';
import { hasUnsavedChanges, useEditor } from '../editor-store.ts';
import { OutdatedDialog } from './OutdatedDialog.tsx';
import { describeReason } from './save.view.ts';
import { useSave } from './use-save.ts';

interface SaveBarProps {
  readonly onCancel: () => void;
  readonly onSaved: (pathId: number) => void;
}

/** Stays visible while the fields scroll. */
export function SaveBar({ onCancel, onSaved }: SaveBarProps) {
  const { blockedBecause } = useCanWrite();
  const isUnsaved = useEditor(hasUnsavedChanges);
  const agmCount = useEditor(({ draft }) => draft?.agms.length ?? 0);
  const { dialogs, isBusy, save, send, loadNewer, saveOver } = useSave(onSaved);
  const { step, isOpen, turn, close } = dialogs;
  const isConfirmed = useRef(false);
  const closeFormat = () => {
    close();
    if (isConfirmed.current) void send();
    isConfirmed.current = false;
  };
  return (
    <div className={styles.save} {...dialogHome}>
      <span className={styles.state} role="status">
        {blockedBecause ?? (isUnsaved ? 'Unsaved changes' : '')}
      </span>
      <Button onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button
        look="primary"
        onClick={save}
        isBusy={isBusy}
        disabled={blockedBecause !== undefined}
        title={blockedBecause}
      >
        Save
      </Button>
      {step?.kind === 'fault' && (
        <MessageDialog isOpen={isOpen} title="Validation Message" onClose={close}>
          <p>{step.fault}</p>
        </MessageDialog>
      )}
      {step?.kind === 'failed' && (
        <MessageDialog isOpen={isOpen} title="Error Message" onClose={close}>
          <p>{step.message.text}</p>
          <p>{describeReason(step.message.reason)}</p>
        </MessageDialog>
      )}
      {step?.kind === 'format' && (
        <ConfirmDialog
          isOpen={isOpen}
          title="Save and format disks now?"
          confirmLabel="Save and format"
          isDestructive
          onConfirm={() => {
            isConfirmed.current = true;
          }}
          onClose={closeFormat}
        >
          <Warning>{describeFormat(agmCount)}</Warning>
        </ConfirmDialog>
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
    </div>
  );
}
