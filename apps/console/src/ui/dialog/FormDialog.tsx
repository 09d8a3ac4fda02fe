import { Modal } from '@mantine/core';
import { useId, useState, type SubmitEvent, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import { DialogError, DialogFoot, DialogFrame } from './DialogFrame.tsx';
import { keepScrollFocusable } from '../table/focusable-scroll.ts';
import styles from './FormDialog.module.css';
import { IconButton } from '../button/IconButton.tsx';
import { useDialogAct } from './use-dialog-act.ts';
import { FAULT_STANDS, useStandingFault } from './use-standing-fault.ts';

interface FormDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly submitLabel: string;
  readonly cancelLabel?: string;
  /** Reason why the form cannot be sent now, e.g. offline; disables the button and is shown beside it. */
  readonly blockedBecause?: string | undefined;
  /** Shows the errors at the fields and returns whether the form may be sent: `() => validateForm(form)`. */
  readonly onValidate?: () => boolean;
  /**
   * Sends the form. The dialog is busy while it runs; if it throws, the dialog keeps the entries and shows the reason.
   */
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  readonly note?: ReactNode;
  /** In front of another dialog, which stays open. */
  readonly isInFront?: boolean;
  readonly width?: number;
  /** Without padding and scrolling, for full-width lists. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

function explain(isFaulty: boolean, note: ReactNode): ReactNode {
  return isFaulty ? (
    <>
      {FAULT_STANDS} {note}
    </>
  ) : (
    note
  );
}

export function FormDialog(props: FormDialogProps) {
  const { isOpen, title, subtitle, submitLabel, blockedBecause, onValidate, onClose } = props;
  const { isBusy, error, run, forgetError } = useDialogAct(props.onSubmit, onClose);
  const noteId = useId();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const isFaulty = useStandingFault(form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (blockedBecause === undefined && (onValidate?.() ?? true)) run();
  };
  const note = blockedBecause ?? explain(isFaulty, props.note);
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={onClose}
      onClosed={forgetError}
      width={props.width ?? 480}
      isBusy={isBusy}
      isInFront={props.isInFront ?? false}
      fillsPhone
    >
      <form ref={setForm} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
          <span className={styles.close}>
            <IconButton icon="close" label={t('Close')} onClick={onClose} disabled={isBusy} />
          </span>
        </div>
        <div ref={keepScrollFocusable} className={props.isFlush === true ? styles.flush : styles.fields}>
          {props.children}
        </div>
        <div className={styles.foot}>
          {error && <DialogError error={error} />}
          <DialogFoot note={note === undefined ? undefined : <span id={noteId}>{note}</span>}>
            <Button onClick={onClose} disabled={isBusy}>
              {props.cancelLabel ?? t('Cancel')}
            </Button>
            <Button
              type="submit"
              look="primary"
              isBusy={isBusy}
              isFaulty={isFaulty}
              disabled={blockedBecause !== undefined}
              aria-describedby={note === undefined ? undefined : noteId}
            >
              {submitLabel}
            </Button>
          </DialogFoot>
        </div>
      </form>
    </DialogFrame>
  );
}
