import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** At most one visible primary; `danger` destroys; `quiet` has a background only on hover. */
  readonly look?: 'primary' | 'default' | 'quiet' | 'danger';
  /** 22, 26, 30 or 38 px high. */
  readonly size?: 'tiny' | 'small' | 'normal' | 'large';
  /** An icon before the words. */
  readonly mark?: ReactNode;
  /** Its action is running: shows a spinner and ignores clicks, but keeps the focus. */
  readonly isBusy?: boolean;
  /** A field of its form is invalid: it looks disabled, and a press shows the errors again. */
  readonly isFaulty?: boolean;
  readonly isWide?: boolean;
}

/** A button without the icons of `Button`, for the screens before the sign-in. */
export function PlainButton(props: PlainButtonProps) {
  const { look = 'default', size = 'normal', mark, isBusy = false, isWide = false, type = 'button', ...rest } = props;
  const { children, onClick, isFaulty = false, ...attributes } = rest;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...attributes}
      type={type}
      className={styles.button}
      data-look={look}
      data-size={size}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || isFaulty || undefined}
      onClick={click}
    >
      {mark}
      <span className={styles.words}>{children}</span>
      {isBusy && <span className={styles.wait} />}
    </button>
  );
}
