import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { keepScrollFocusable } from '../table/focusable-scroll.ts';
import styles from './FormDialog.module.css';
import { IconButton } from '../button/IconButton.tsx';
import own from './InfoDialog.module.css';

interface InfoDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly onClose: () => void;
  readonly width?: number;
  /** Without padding, for full-width lists. */
  readonly isFlush?: boolean;
  /** A click beside it does not close it, for information that is shown only once. */
  readonly staysOpen?: boolean;
  /** Another dialog is in front of it, and is the one that Escape closes. */
  readonly isCovered?: boolean;
  readonly children: ReactNode;
}

/** A read-only dialog. */
export function InfoDialog(props: InfoDialogProps) {
  const {
    isOpen,
    title,
    subtitle,
    onClose,
    width = 480,
    isFlush = false,
    staysOpen = false,
    isCovered = false,
    children,
  } = props;
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={onClose}
      width={width}
      isBusy={isCovered}
      closesOutside={!staysOpen}
      fillsPhone
    >
      <div className={styles.form}>
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
          <span className={styles.close}>
            <IconButton icon="close" label={t('Close')} onClick={onClose} data-autofocus />
          </span>
        </div>
        <div ref={keepScrollFocusable} className={isFlush ? own.flush : styles.fields}>
          {children}
        </div>
      </div>
    </DialogFrame>
  );
}
