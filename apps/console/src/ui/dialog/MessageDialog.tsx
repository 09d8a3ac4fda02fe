import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import styles from './ConfirmDialog.module.css';
import { DialogFoot, DialogFrame } from './DialogFrame.tsx';

interface MessageDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly closeLabel?: string;
  readonly onClose: () => void;
}

/** A message that the user must acknowledge. */
export function MessageDialog({ isOpen, title, children, closeLabel = t('OK'), onClose }: MessageDialogProps) {
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose} width={400}>
      <div className={styles.box}>
        <div role="alert">
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <div className={styles.text}>{children}</div>
        </div>
        <DialogFoot>
          <Button look="primary" onClick={onClose} data-autofocus>
            {closeLabel}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
