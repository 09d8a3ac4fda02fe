import type { ComponentProps, MouseEvent } from 'react';
import styles from './Button.module.css';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** At most one visible primary; `danger` destroys; `quiet` has a background only on hover. */
  readonly look?: 'primary' | 'default' | 'quiet' | 'danger';
  /** 22, 26, 30 or 38 px high. */
  readonly size?: 'tiny' | 'small' | 'normal' | 'large';
  readonly icon?: IconName;
  /** Its action is running: shows a spinner and ignores clicks, but keeps the focus. */
  readonly isBusy?: boolean;
  /** A field of its form is invalid: it looks disabled, and a press shows the errors again. */
  readonly isFaulty?: boolean;
  readonly isWide?: boolean;
}

export function Button(props: ButtonProps) {
  const { look = 'default', size = 'normal', icon, isBusy = false, isWide = false, type = 'button', ...rest } = props;
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
      {icon && <Icon name={icon} size={size === 'tiny' || size === 'small' ? 13 : 15} />}
      <span className={styles.words}>{children}</span>
      {isBusy && <span className={styles.wait} />}
    </button>
  );
}
