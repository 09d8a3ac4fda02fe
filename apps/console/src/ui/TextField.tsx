import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'className'> {
  readonly label: string;
  /** At the label's right, e.g. a link. */
  readonly labelAside?: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with what was typed; marks the field. */
  readonly error?: ReactNode;
  readonly icon?: IconName;
  /** After the text: a unit or a button. */
  readonly suffix?: ReactNode;
  readonly size?: 'normal' | 'large';
}

/** A labelled line of text. Takes an input's own properties, `ref` and what a form library's getInputProps gives. */
export function TextField(props: TextFieldProps) {
  const { label, labelAside, hint, error, icon, suffix, size = 'normal', id: givenId, ...input } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const isInvalid = Boolean(error);
  const noteId = `${id}-note`;
  return (
    <div>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {labelAside}
      </div>
      <div
        className={styles.box}
        data-size={size}
        data-invalid={isInvalid || undefined}
        data-disabled={input.disabled || undefined}
      >
        {icon && <Icon name={icon} />}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid || hint !== undefined ? noteId : undefined}
        />
        {suffix}
      </div>
      {isInvalid ? (
        <div className={styles.error} id={noteId}>
          <Icon name="warning" size={13} />
          <span>{error}</span>
        </div>
      ) : (
        hint !== undefined && (
          <div className={styles.hint} id={noteId}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}
