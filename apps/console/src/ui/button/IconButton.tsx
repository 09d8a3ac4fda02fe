import type { ComponentProps } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  readonly icon: IconName;
  /** The name of the action, for screen readers and the tooltip. */
  readonly label: string;
  /** 24 px instead of 28. */
  readonly isSmall?: boolean;
  /** With border and background, for a button outside a group. */
  readonly isBoxed?: boolean;
}

export function IconButton({ icon, label, isSmall = false, isBoxed = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={styles.button}
      data-size={isSmall ? 'small' : undefined}
      data-boxed={isBoxed || undefined}
    >
      <Icon name={icon} size={isSmall ? 14 : 16} />
    </button>
  );
}
