import type { ComponentProps } from 'react';
import styles from './Entry.module.css';

interface EntryButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
}

export function EntryButton({ isPrimary = false, isBusy = false, type = 'button', disabled, children, ...rest }: EntryButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      disabled={disabled || isBusy}
      data-primary={isPrimary || undefined}
      data-busy={isBusy || undefined}
      aria-busy={isBusy}
    >
      {isBusy && <i className={styles.busy} />}
      {children}
    </button>
  );
}
