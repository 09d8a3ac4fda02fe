import { useId, type ReactNode, type SubmitEvent } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import styles from './CommandForm.module.css';
import type { OrderDesk } from './order-desk.ts';

interface CommandFormProps {
  readonly label: string;
  readonly desk: Pick<OrderDesk, 'isSending' | 'blockedBecause'>;
  readonly refusal: string | undefined;
  /** False: a value is missing or out of range. */
  readonly canSend?: boolean;
  readonly sendLabel?: string;
  readonly isDestructive?: boolean;
  /** Explains the command. */
  readonly note?: ReactNode;
  /** Left of the buttons. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly onSend: () => void;
  readonly children?: ReactNode;
}

/** The form of a section: its fields, a note or the reason why this device does not support it, and the Send button. */
export function CommandForm(props: CommandFormProps) {
  const {
    label,
    desk,
    refusal,
    canSend = true,
    sendLabel = t('Send'),
    isDestructive = false,
    note,
    lead,
    actions,
    onSend,
    children,
  } = props;
  const noteId = useId();
  const block = refusal ?? desk.blockedBecause;
  const words = refusal ?? note;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (block === undefined && canSend) onSend();
  };
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={submit}>
      {children !== undefined && (
        <fieldset className={styles.fields} disabled={refusal !== undefined} title={refusal}>
          {children}
        </fieldset>
      )}
      <div className={styles.foot} data-wide={words !== undefined || lead !== undefined || undefined}>
        {words !== undefined && (
          <span id={noteId} className={styles.note}>
            {words}
          </span>
        )}
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        {actions}
        <Button
          type="submit"
          size="small"
          look={isDestructive ? 'danger' : 'primary'}
          isBusy={desk.isSending}
          disabled={block !== undefined || !canSend}
          title={block}
          aria-describedby={words === undefined ? undefined : noteId}
        >
          {sendLabel}
        </Button>
      </div>
    </form>
  );
}
