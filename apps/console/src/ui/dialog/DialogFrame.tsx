import { Modal } from '@mantine/core';
import { create } from 'zustand';
import { useEffect, type CSSProperties, type FocusEvent, type ReactNode } from 'react';
import styles from './DialogFrame.module.css';
import { Icon } from '../button/Icon.tsx';
import type { ShownError } from '../state/shown-error.ts';
import { useDialogEscape } from './use-dialog-escape.ts';

interface DialogFrameProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** In px, at most 760. */
  readonly width: number;
  /** Neither Escape nor a click beside it closes the dialog while its action runs. */
  readonly isBusy?: boolean;
  /** A click on the scrim closes it; not for forms, which must keep their entries. */
  readonly closesOutside?: boolean;
  readonly fillsPhone?: boolean;
  /** In front of other dialogs, whichever was mounted last. */
  readonly isInFront?: boolean;
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}

const FIRST = 'data-autofocus';
/** Above the dialogs of the library (200), below its menus (300). */
const IN_FRONT = 250;

/** The number of modal dialogs on the screen, for one that comes by itself and must not cover another. */
export const useOpenDialogs = create<{ readonly count: number }>()(() => ({ count: 0 }));

function useCounted(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const add = (more: number) => useOpenDialogs.setState(({ count }) => ({ count: count + more }));
    add(1);
    return () => add(-1);
  }, [isOpen]);
}

/**
 * Mantine's focus trap focuses the marked field some time after the dialog appears. Marks the field that the user has
 * focused by then, so that the focus stays there.
 */
function markFocused({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(target)) return;
  currentTarget.querySelector(`[${FIRST}]`)?.removeAttribute(FIRST);
  target.setAttribute(FIRST, '');
}

/** Scrim and box of every modal dialog; the title inside must be a `Modal.Title`, which names it. */
export function DialogFrame(props: DialogFrameProps) {
  const {
    isOpen,
    onClose,
    width,
    isBusy = false,
    closesOutside = false,
    fillsPhone = false,
    isInFront = false,
    onClosed,
    children,
  } = props;
  useDialogEscape({ isOpen, isInFront }, () => {
    if (!isBusy) onClose();
  });
  useCounted(isOpen);
  const vars = { '--dialog-width': `${width}px` } as CSSProperties;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={closesOutside && !isBusy}
      lockScroll={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ inner: styles.inner, content: styles.content }}
      {...(isInFront && { zIndex: IN_FRONT })}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      <Modal.Overlay className={styles.scrim} />
      <Modal.Content style={vars} data-fills-phone={fillsPhone || undefined} aria-modal onFocus={markFocused}>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Why the action failed; inside the dialog, so that the entries stay visible. */
export function DialogError({ error }: { readonly error: ShownError }) {
  return (
    <div className={styles.error} role="alert">
      <Icon name="error" size={15} stroke={1.8} />
      <span>
        {error.message}
        {error.logId !== undefined && ` LogId = ${error.logId}`}
      </span>
    </div>
  );
}

export function DialogFoot({ note, children }: { readonly note?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.foot}>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      {children}
    </div>
  );
}
