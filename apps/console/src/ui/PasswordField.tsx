import { useState } from 'react';
import styles from './Field.module.css';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A text field whose text is hidden until the user asks to see it. Say `autoComplete`: current-password or new-password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <span className={styles.toggle}>
      <IconButton
        icon={isShown ? 'hide' : 'show'}
        label={isShown ? 'Hide password' : 'Show password'}
        isSmall
        disabled={props.disabled}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
  return (
    <TextField autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} suffix={toggle} />
  );
}
