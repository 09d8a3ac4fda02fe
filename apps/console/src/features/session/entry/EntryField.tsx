import { useId, type ComponentProps, type ReactNode } from 'react';
import { Sign } from '#/ui/button/Sign.tsx';
import styles from './Entry.module.css';

interface EntryFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> {
  readonly label: string;
  readonly error?: string | null | undefined;
  /** A link right of the label. */
  readonly beside?: ReactNode;
  readonly onText: (text: string) => void;
}

export function EntryField({ label, error, beside, onText, ...input }: EntryFieldProps) {
  const id = useId();
  const hasError = error !== null && error !== undefined;
  return (
    <div>
      <div className={styles.labels}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {beside}
      </div>
      <input
        {...input}
        id={id}
        className={styles.input}
        onChange={(event) => onText(event.currentTarget.value)}
        aria-invalid={hasError}
        aria-describedby={hasError ? `${id}-error` : undefined}
      />
      {hasError && (
        <div className={styles.error} id={`${id}-error`} role="alert">
          <Sign name="warning" size={13} />
          {error}
        </div>
      )}
    </div>
  );
}
