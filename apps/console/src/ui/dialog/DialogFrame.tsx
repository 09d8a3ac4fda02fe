import { Modal } from '@mantine/core';
import { create } from 'zustand';
import { useEffect, useEffectEvent, useLayoutEffect, type CSSProperties, type FocusEvent, type ReactNode } from 'react';
import styles from './DialogFrame.module.css';
import { Icon } from '../button/Icon.tsx';
import type { ShownError } from '../state/shown-error.ts';

interface OpenDialog {
  readonly isInFront: boolean;
  readonly escape: () => void;
}

/** In the order in which they have opened. */
const open: OpenDialog[] = [];

/** A menu or a list of the library is open in the dialog: the key is for it. */
const isOfMenu = ({ target }: Event): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/** Escape closes the dialog on top alone: neither those below it nor a question that it opens. */
function press(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || isOfMenu(event)) return;
  const top = open.findLast(({ isInFront }) => isInFront) ?? open.at(-1);
  event.preventDefault();
  top?.escape();
}

/** Calls back on Escape while the dialog is open and no other one is above it. */
function useDialogEscape(
  { isOpen, isInFront }: { readonly isOpen: boolean; readonly isInFront: boolean },
  onEscape: () => void,
): void {
  const escape = useEffectEvent(onEscape);
  // At the commit: in an ordinary effect a key that is pressed at once would find no dialog.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const dialog = { isInFront, escape: () => escape() };
    if (open.length === 0) window.addEventListener('keydown', press, { capture: true });
    open.push(dialog);
    return () => {
      open.splice(open.indexOf(dialog), 1);
      if (open.length === 0) window.removeEventListener('keydown', press, { capture: true });
    };
  }, [isOpen, isInFront]);
}

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
