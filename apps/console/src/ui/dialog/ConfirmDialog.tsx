import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import styles from './ConfirmDialog.module.css';
import { DialogError, DialogFoot, DialogFrame } from './DialogFrame.tsx';
import { useDialogAct } from './use-dialog-act.ts';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Label of the action: "Delete", "Yes-Cancel", "Confirm". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isDestructive?: boolean;
  /** The action. The dialog is busy while it runs; if it throws, the dialog stays open and shows the reason. */
  readonly onConfirm: () => unknown;
  /** After success, and when the user cancels. */
  readonly onClose: () => void;
  readonly width?: number;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    confirmLabel,
    cancelLabel = t('Cancel'),
    isDestructive = false,
    width = 400,
  } = props;
  const { isBusy, error, run, forgetError } = useDialogAct(props.onConfirm, props.onClose);
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={props.onClose}
      onClosed={forgetError}
      width={width}
      isBusy={isBusy}
      closesOutside
    >
      <div className={styles.box}>
        <div>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          {children !== undefined && <div className={styles.text}>{children}</div>}
        </div>
        {error && <DialogError error={error} />}
        <DialogFoot>
          {/* The harmless button gets the focus if the other one destroys. */}
          <Button onClick={props.onClose} disabled={isBusy} data-autofocus={isDestructive || undefined}>
            {cancelLabel}
          </Button>
          <Button
            look={isDestructive ? 'danger' : 'primary'}
            onClick={run}
            isBusy={isBusy}
            data-autofocus={!isDestructive || undefined}
          >
            {confirmLabel}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
